//! Reads files of recorded turns, on which a bot can be tested without an arena.
//!
//! A line of such a file has one of these forms:
//!
//! - `start HEX` is a [`MatchStart`].
//! - `turn HEX` or `turn HEX ACTION` is a [`Turn`] of the match that started last. ACTION is the
//!   action that the bot should choose.
//!
//! HEX is the message of the protocol, encoded with Protobuf, in hexadecimal digits. Empty lines and
//! lines that begin with `#` and a space are ignored.

use crate::{MatchStart, Turn};
use prost::Message;
use std::path::Path;
use std::{fs, io};

/// A recorded turn, with the start of its match.
#[derive(Clone, Debug)]
pub struct RecordedTurn {
    /// The number of the turn's line in the file, from 1.
    pub line: usize,
    /// The start of the match to which the turn belongs.
    pub start: MatchStart,
    /// The turn itself.
    pub turn: Turn,
    /// The action that the bot should choose, if the file names one.
    pub action: Option<u32>,
}

/// Reads all turns of a file. Returns an error if the file cannot be read or a line is damaged.
pub fn turns(path: impl AsRef<Path>) -> io::Result<Vec<RecordedTurn>> {
    let path = path.as_ref();
    let read = fs::read_to_string(path).and_then(|text| parse(&text));
    read.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

fn parse(text: &str) -> io::Result<Vec<RecordedTurn>> {
    let mut start = MatchStart::default();
    let mut turns = Vec::new();
    for (index, content) in text.lines().enumerate() {
        let line = index + 1;
        let wrong = || {
            io::Error::new(
                io::ErrorKind::InvalidData,
                format!("line {line} is damaged"),
            )
        };
        let words: Vec<&str> = content.split_whitespace().collect();
        match words[..] {
            [] | ["#", ..] => {}
            ["start", hex] => start = message(hex).ok_or_else(wrong)?,
            ["turn", hex, ref rest @ ..] => turns.push(RecordedTurn {
                line,
                start: start.clone(),
                turn: message(hex).ok_or_else(wrong)?,
                action: rest
                    .first()
                    .map(|word| word.parse().map_err(|_| wrong()))
                    .transpose()?,
            }),
            _ => return Err(wrong()),
        }
    }
    Ok(turns)
}

fn message<M: Message + Default>(hex: &str) -> Option<M> {
    let digits = hex.as_bytes().chunks_exact(2);
    if !digits.remainder().is_empty() {
        return None;
    }
    let bytes: Option<Vec<u8>> = digits
        .map(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok())
        .collect();
    M::decode(bytes?.as_slice()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_belong_to_the_start_before_them() {
        let text = "# Two matches.\nstart 0801\nturn 0805 8303\nstart 0802\nturn 0806\n";
        let turns = parse(text).expect("the text is well formed");
        let facts: Vec<_> = turns
            .iter()
            .map(|recorded| {
                (
                    recorded.line,
                    recorded.start.r#match,
                    recorded.turn.turn_id,
                    recorded.action,
                )
            })
            .collect();
        assert_eq!(facts, [(3, 1, 5, Some(8303)), (5, 2, 6, None)]);
    }

    #[test]
    fn a_damaged_line_is_named() {
        for damaged in ["turn 080", "turn 08zz", "start", "turn 0805 x", "end 0801"] {
            let error = parse(&format!("start 0801\n{damaged}\n")).expect_err(damaged);
            assert_eq!(error.to_string(), "line 2 is damaged");
        }
    }
}

//! The messages of the protocol, with methods that return the set-up and the view of a game.
//!
//! The messages are generated from the proto files, except `Batch` and `Turn`. The kit decodes the
//! turns of a `Batch` one by one, and decodes the view of a `Turn` only when the bot requests it.

#![allow(clippy::large_enum_variant)] // a match has only one set-up, so its size costs little

use prost::Message;
use prost::bytes::Bytes;

include!("generated.rs");

/// The matches that begin or are over, and the turns to answer, in one message of the arena.
///
/// The kit decodes each turn only when the bot must answer it, and reuses the memory of the previous
/// turn. The tags of the fields must be the field numbers in `arena.proto`.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Batch {
    /// Matches that begin.
    #[prost(message, repeated, tag = "1")]
    pub starts: Vec<MatchStart>,
    /// Turns to answer, each still encoded.
    #[prost(bytes = "bytes", repeated, tag = "2")]
    pub turns: Vec<Bytes>,
    /// Matches that are over.
    #[prost(message, repeated, tag = "3")]
    pub ends: Vec<MatchEnd>,
}

impl MatchStart {
    /// Returns the set-up of a match of Verräter, or `None` in another game.
    pub fn verraeter(&self) -> Option<&VerraeterSetup> {
        match &self.setup {
            Some(match_start::Setup::Verraeter(setup)) => Some(setup),
            _ => None,
        }
    }

    /// Returns the set-up of a match of Het Verraad, or `None` in another game.
    pub fn hetverraad(&self) -> Option<&HetVerraadSetup> {
        match &self.setup {
            Some(match_start::Setup::Hetverraad(setup)) => Some(setup),
            _ => None,
        }
    }
}

/// A turn, in which the arena asks a bot for an action.
///
/// The kit decodes the view (what the seat sees) only when the bot calls a method that returns it.
/// The view is the largest part of a turn, and a bot with only one legal action does not need it.
/// The tags of the fields must be the field numbers in `arena.proto`.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Turn {
    /// Number of the turn on this stream; the choice repeats it.
    #[prost(uint32, tag = "1")]
    pub turn_id: u32,
    /// The match, as in [`MatchStart`].
    #[prost(uint32, tag = "2")]
    pub r#match: u32,
    /// The bot's own seat in this match, from 0.
    #[prost(uint32, tag = "3")]
    pub seat: u32,
    /// The actions the bot may choose from, ascending; never empty.
    #[prost(uint32, repeated, tag = "4")]
    pub legal: Vec<u32>,
    /// Thinking time left in this match when the turn was sent, in milliseconds.
    #[prost(uint32, tag = "5")]
    pub bank_ms: u32,
    /// The names of the actions in `legal`, in the same order; empty unless the bot asked for them.
    #[prost(string, repeated, tag = "6")]
    pub names: Vec<String>,
    /// The view of a match of Verräter, still encoded; empty in another game.
    #[prost(bytes = "bytes", tag = "10")]
    pub encoded_verraeter: Bytes,
    /// The view of a match of Het Verraad, still encoded; empty in another game.
    #[prost(bytes = "bytes", tag = "11")]
    pub encoded_hetverraad: Bytes,
    /// The values of the rows of any other game, still encoded; empty in Verräter and Het Verraad.
    #[prost(bytes = "bytes", tag = "12")]
    pub encoded_values: Bytes,
}

impl Turn {
    /// Returns what the seat sees of a match of Verräter, or `None` in another game. Each call
    /// decodes the view again. Panics if the view cannot be decoded.
    pub fn verraeter(&self) -> Option<VerraeterView> {
        read(&self.encoded_verraeter)
    }

    /// Returns what the seat sees of a match of Het Verraad, or `None` in another game. Each call
    /// decodes the view again. Panics if the view cannot be decoded.
    pub fn hetverraad(&self) -> Option<HetVerraadView> {
        read(&self.encoded_hetverraad)
    }

    /// Returns the values of all rows as the arena sent them, without the names of the rows.
    pub(crate) fn values(&self) -> Option<Values> {
        read(&self.encoded_values)
    }
}

/// Decodes a view; returns `None` if it is empty, and panics if it cannot be decoded.
fn read<View: Message + Default>(encoded: &Bytes) -> Option<View> {
    let decoded = || {
        View::decode(encoded.as_ref())
            .unwrap_or_else(|error| panic!("The arena sent a view that cannot be read: {error}"))
    };
    (!encoded.is_empty()).then(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_is_read_when_it_is_asked_for() {
        let view = VerraeterView {
            round: 3,
            ..VerraeterView::default()
        };
        let turn = Turn {
            encoded_verraeter: view.encode_to_vec().into(),
            ..Turn::default()
        };
        assert_eq!(turn.verraeter(), Some(view));
        assert_eq!(turn.hetverraad(), None);
    }

    #[test]
    #[should_panic(expected = "The arena sent a view that cannot be read: ")]
    fn a_damaged_view_is_the_arenas_fault() {
        let turn = Turn {
            encoded_hetverraad: Bytes::from_static(&[0x0a, 9]),
            ..Turn::default()
        };
        turn.hetverraad();
    }
}

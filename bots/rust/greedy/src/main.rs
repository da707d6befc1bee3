//! A bot for Verräter that takes the action that should bring the most points; of equal actions,
//! the lowest number.
//!
//! It draws no random numbers, remembers nothing and calculates in whole hundredths of a point, so
//! the same view gives the same action in any language.

mod rating;

use bot_arena_kit::{Bot, MatchStart, Options, Turn, run};
use rating::{rate, read};
use std::cmp::Reverse;
use std::process::ExitCode;

struct Greedy {
    start: MatchStart,
}

impl Bot for Greedy {
    fn choose(&mut self, turn: &Turn) -> u32 {
        let view = turn.verraeter().expect("greedy plays Verräter");
        let facts = read(&self.start, turn, &view);
        // If several actions have the same rating, min_by_key returns the first of them, and
        // max_by_key would return the last.
        let best = turn
            .legal
            .iter()
            .min_by_key(|action| Reverse(rate(&facts, **action)));
        *best.expect("a turn has a legal action")
    }
}

fn main() -> ExitCode {
    let options = Options {
        max_matches: 4096,
        ..Options::default()
    };
    run(options, |start| Greedy { start })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bot_arena_kit::recorded;

    #[test]
    fn it_chooses_as_greedy_does_in_every_language() {
        let turns = recorded::turns("../../cases/greedy.txt").expect("the file can be read");
        assert!(!turns.is_empty());
        for recorded in turns {
            let start = recorded.start;
            let action = Greedy { start }.choose(&recorded.turn);
            assert_eq!(Some(action), recorded.action, "line {}", recorded.line);
        }
    }
}

//! A bot for Verräter that takes the first legal action in phase 0, and a random legal action in all
//! other phases. Change its method `choose`.

use bot_arena_kit::{Bot, MatchStart, Options, Random, Turn, run};
use std::process::ExitCode;

struct MyBot {
    random: Random,
}

impl MyBot {
    fn new(start: MatchStart) -> Self {
        let random = Random::new(start.seed);
        Self { random }
    }
}

impl Bot for MyBot {
    fn choose(&mut self, turn: &Turn) -> u32 {
        let Some(view) = turn.verraeter() else {
            return turn.legal[0];
        };
        match view.phase {
            0 => turn.legal[0],
            _ => self.random.pick(&turn.legal),
        }
    }
}

fn main() -> ExitCode {
    run(Options::default(), MyBot::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bot_arena_kit::recorded;

    #[test]
    fn every_choice_is_legal() {
        let turns = recorded::turns("../../cases/verraeter.txt").expect("the file can be read");
        assert!(!turns.is_empty());
        for recorded in turns {
            let action = MyBot::new(recorded.start).choose(&recorded.turn);
            let legal = &recorded.turn.legal;
            assert!(
                legal.contains(&action),
                "line {}: {action} is not among {legal:?}",
                recorded.line
            );
        }
    }
}

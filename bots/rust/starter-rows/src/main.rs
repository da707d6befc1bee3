//! A bot for Connect Four that takes the first legal action while every place is empty, and a random
//! legal action later. Change its method `choose`.

use bot_arena_kit::{Bot, MatchStart, Options, Random, Turn, run};
use std::process::ExitCode;

struct MyBot {
    start: MatchStart,
    random: Random,
}

impl MyBot {
    fn new(start: MatchStart) -> Self {
        let random = Random::new(start.seed);
        Self { start, random }
    }
}

impl Bot for MyBot {
    fn choose(&mut self, turn: &Turn) -> u32 {
        let rows = turn.rows(&self.start);
        if rows.ints("board").iter().all(|value| *value < 0) {
            return turn.legal[0]; // every place is empty
        }
        self.random.pick(&turn.legal)
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

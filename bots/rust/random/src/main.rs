//! A bot for any game that chooses among the legal actions with equal probability.

use bot_arena_kit::{Bot, Options, Random, Turn, run};
use std::process::ExitCode;

struct RandomBot {
    random: Random,
}

impl Bot for RandomBot {
    fn choose(&mut self, turn: &Turn) -> u32 {
        self.random.pick(&turn.legal)
    }
}

fn main() -> ExitCode {
    let options = Options {
        max_matches: 4096,
        ..Options::default()
    };
    run(options, |start| RandomBot {
        random: Random::new(start.seed),
    })
}

//! Connects a bot to the arena. A bot is a type that implements [`Bot`]; each match has its own
//! object of this type.
//!
//! ```no_run
//! use bot_arena_kit::{Bot, Options, Turn, run};
//! use std::process::ExitCode;
//!
//! struct First;
//!
//! impl Bot for First {
//!     fn choose(&mut self, turn: &Turn) -> u32 {
//!         turn.legal[0]
//!     }
//! }
//!
//! fn main() -> ExitCode {
//!     run(Options::default(), |_start| First)
//! }
//! ```

mod conversation;
mod note;
pub mod protocol;
mod random;
pub mod recorded;
mod rows;

pub use protocol::{MatchEnd, MatchStart, Turn};
pub use random::Random;
pub use rows::Rows;

use conversation::{New, converse};
use protocol::Hello;
use std::env;
use std::path::Path;
use std::process::ExitCode;

const PROTOCOL_VERSION: u32 = 1;
const STARTED_BY_HAND: &str = "\
This program is a bot; the arena starts it and sets ARENA_ADDRESS and ARENA_TOKEN.
Try: arena check PATH_TO_ITS_FOLDER";

/// A bot in one match. [`run`] gets a new object from its argument `new` at the start of each match,
/// and calls the object for every choice.
pub trait Bot {
    /// Returns the bot's choice, which must be one of the actions in `turn.legal`.
    ///
    /// The method of `turn` that is named after the game, for example [`Turn::verraeter`], returns
    /// what the seat sees. If the game has no such method, [`Turn::rows`] returns it.
    fn choose(&mut self, turn: &Turn) -> u32;

    /// Receives the scores and ranks. The kit calls it once, after the last turn of the match.
    fn end(&mut self, _end: &MatchEnd) {}
}

/// Settings with which [`run`] introduces the bot to the arena.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many matches the bot can play at the same time; 64 by default. Each match has its own
    /// object, so only a bot that keeps data in global variables needs 1.
    pub max_matches: u32,
    /// Whether the arena sends the names of the legal actions with each turn; `false` by default.
    /// The names are in `turn.names`, in the order of `turn.legal`.
    pub names: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_matches: 64,
            names: false,
        }
    }
}

/// Plays matches until the arena says goodbye, and returns the exit code that `main` should return.
///
/// `new` makes the object for a match. Its argument has the data that never change during the match:
/// the game, its edition, the bot's seat, a seed, and the set-up.
///
/// If the arena cannot be reached or refuses the bot, or if the bot panics, `run` prints an error
/// message to standard error and returns a failure.
#[must_use = "main should return the exit code"]
pub fn run<B: Bot>(options: Options, mut new: impl FnMut(MatchStart) -> B) -> ExitCode {
    match play(options, &mut |start| Box::new(new(start))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

fn play(options: Options, new: New<'_>) -> Result<(), String> {
    let (address, token) = address_and_token(|name| env::var(name).ok())?;
    let program = env::args().next().unwrap_or_default();
    let name = Path::new(&program).file_stem().unwrap_or_default();
    let hello = Hello {
        protocol_version: PROTOCOL_VERSION,
        token,
        name: name.to_string_lossy().into_owned(),
        language: env!("KIT_LANGUAGE").to_owned(),
        max_matches: options.max_matches,
        wants_names: options.names,
        ..Hello::default()
    };
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("The bot could not start: {error}"))?
        .block_on(converse(&address, hello, new))
}

fn address_and_token(
    variable: impl Fn(&str) -> Option<String>,
) -> Result<(String, String), String> {
    let address = variable("ARENA_ADDRESS").filter(|address| !address.is_empty());
    address
        .zip(variable("ARENA_TOKEN"))
        .ok_or_else(|| STARTED_BY_HAND.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_that_a_person_starts_says_what_it_is() {
        for known in [vec![], vec!["ARENA_ADDRESS"], vec!["ARENA_TOKEN"]] {
            let refused = address_and_token(|name| known.contains(&name).then(|| "set".to_owned()));
            let sentence = refused.expect_err("one of the two is missing");
            assert!(sentence.starts_with("This program is a bot; the arena starts it"));
            assert!(sentence.contains("\nTry: arena check "));
        }
    }

    #[test]
    fn both_variables_are_enough() {
        let known = address_and_token(|name| Some(format!("value of {name}")));
        let expected = (
            "value of ARENA_ADDRESS".to_owned(),
            "value of ARENA_TOKEN".to_owned(),
        );
        assert_eq!(known, Ok(expected));
    }

    #[test]
    fn a_bot_can_be_in_64_matches_and_reads_no_names_unless_it_says_otherwise() {
        assert_eq!(Options::default().max_matches, 64);
        assert!(!Options::default().names);
    }
}

//! A line that a bot notes on a choice.

use crate::protocol::{Choices, Turn};
use std::cell::RefCell;
use std::mem::take;

/// How many characters of a note the arena keeps.
const MOST: usize = 200;

thread_local! {
    /// What was noted on the turn that is being answered. Bots choose on the thread of the connection.
    static NOTED: RefCell<String> = const { RefCell::new(String::new()) };
}

impl Turn {
    /// Notes a line on the choice that is made in this turn, for who looks at the match when it is
    /// over; to be said in `choose`, on its thread. The last one counts; of a long one the first 200
    /// characters. No other bot is told of it.
    pub fn note(&self, text: impl AsRef<str>) {
        NOTED.set(text.as_ref().chars().take(MOST).collect());
    }
}

/// Puts what was noted on the turn that was answered last beside its choice.
pub(crate) fn add_note(choices: &mut Choices) {
    let text = NOTED.with_borrow_mut(take);
    if text.is_empty() && choices.notes.is_empty() {
        return;
    }
    choices
        .notes
        .resize(choices.turn_ids.len() - 1, String::new());
    choices.notes.push(text);
}

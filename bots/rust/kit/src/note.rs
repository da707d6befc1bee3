//! A line that a bot notes on a choice.

use crate::protocol::{Choices, Turn};
use std::cell::RefCell;
use std::mem::take;

/// How many characters of a note the arena keeps.
const MOST: usize = 200;

thread_local! {
    /// The id of the turn that is being answered, and the note on it. Bots choose on the thread of the connection.
    static NOTED: RefCell<(Option<u32>, String)> = const { RefCell::new((None, String::new())) };
}

impl Turn {
    /// Notes a line on the choice of this turn, for readers of the finished match. Call it in
    /// `choose`, on the same thread; elsewhere it does nothing. The last note of a turn counts, and
    /// only its first 200 characters. No other bot sees it.
    pub fn note(&self, text: impl AsRef<str>) {
        NOTED.with_borrow_mut(|(answering, noted)| {
            if *answering == Some(self.turn_id) {
                *noted = text.as_ref().chars().take(MOST).collect();
            }
        });
    }
}

/// Says that a turn is being answered, so that notes on it count.
pub(crate) fn let_note(turn_id: u32) {
    NOTED.set((Some(turn_id), String::new()));
}

/// Adds the note on the turn that was answered last to its choice.
pub(crate) fn add_note(choices: &mut Choices) {
    let (_, text) = NOTED.with_borrow_mut(take);
    if text.is_empty() && choices.notes.is_empty() {
        return;
    }
    choices
        .notes
        .resize(choices.turn_ids.len() - 1, String::new());
    choices.notes.push(text);
}

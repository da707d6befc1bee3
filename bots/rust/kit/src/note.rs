//! Notes: lines of text that a bot attaches to its choices.

use crate::protocol::{Choices, Turn};
use std::cell::RefCell;
use std::mem::take;

/// The largest number of characters of a note that the arena stores; `Turn::note` cuts off the rest.
const MOST: usize = 200;

thread_local! {
    /// The id of the turn that the bot is answering, and the note on this turn. A variable of the
    /// thread is enough, because the kit calls all bots on one thread.
    static NOTED: RefCell<(Option<u32>, String)> = const { RefCell::new((None, String::new())) };
}

impl Turn {
    /// Attaches a note, one line of text, to the choice of this turn, for people who read the
    /// finished match.
    ///
    /// A later note on the same turn replaces an earlier one, and only the first 200 characters of a
    /// note are kept. No other bot sees the note. Outside of `choose`, and on any thread but the one
    /// that calls `choose`, the method does nothing.
    pub fn note(&self, text: impl AsRef<str>) {
        NOTED.with_borrow_mut(|(answering, noted)| {
            if *answering == Some(self.turn_id) {
                *noted = text.as_ref().chars().take(MOST).collect();
            }
        });
    }
}

/// Begins the answer to a turn: from now on, notes on this turn are kept.
pub(crate) fn let_note(turn_id: u32) {
    NOTED.set((Some(turn_id), String::new()));
}

/// Adds the note on the turn that was answered last to `choices`, whose last choice must be the one
/// for this turn. Later notes on the turn are ignored.
///
/// The protocol demands as many notes as choices, or none. So `choices` gets no notes before its
/// first note that is not empty; earlier choices then get empty notes.
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

/// Notes: lines of text that a bot attaches to its choices.

#pragma once

#include "arena/protocol/v1/arena.pb.h"

namespace bot_arena {

/// Begins the answer to a turn: from now on, a note on this turn is kept.
void let_note(const arena::protocol::v1::Turn& turn);

/// Adds the note on the turn of the last `let_note` to `choices`, whose last choice must be the one for this turn.
/// Later notes on the turn are ignored.
///
/// The protocol demands as many notes as choices, or none. So `choices` gets no notes before its first note that is not
/// empty; earlier choices then get empty notes.
void add_note(arena::protocol::v1::Choices& choices);

}  // namespace bot_arena

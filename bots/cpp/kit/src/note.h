/// A line that a bot notes on a choice.

#pragma once

#include "arena/protocol/v1/arena.pb.h"

namespace bot_arena {

/// Says that a turn is being answered, so that notes on it count.
void let_note(const arena::protocol::v1::Turn& turn);

/// Adds the note on the turn that was answered last to its choice.
void add_note(arena::protocol::v1::Choices& choices);

}  // namespace bot_arena

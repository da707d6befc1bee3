/// A line that a bot notes on a choice.

#pragma once

#include "arena/protocol/v1/arena.pb.h"

namespace bot_arena {

/// Says that a turn is being answered: what is noted on it counts.
void let_note(const arena::protocol::v1::Turn& turn);

/// Puts what was noted on the turn that was answered last beside its choice.
void add_note(arena::protocol::v1::Choices& choices);

}  // namespace bot_arena

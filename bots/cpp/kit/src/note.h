/// A line that a bot notes on a choice.

#pragma once

#include "arena/protocol/v1/arena.pb.h"

namespace bot_arena {

/// Puts what was noted on the turn that was answered last beside its choice.
void add_note(arena::protocol::v1::Choices& choices, const arena::protocol::v1::Turn& turn);

}  // namespace bot_arena

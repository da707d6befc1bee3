#pragma once

#include <stdexcept>

#include "bot_arena/kit.h"

namespace bot_arena {

/// The messages between the bot and the arena, independent of gRPC, so that tests can play the arena.
class Stream {
 public:
  virtual ~Stream() = default;

  /// Waits for the next message; returns false if there are no more.
  virtual bool read(arena::protocol::v1::ArenaMessage& message) = 0;

  /// Sends at once. If that fails, the next read shows it.
  virtual void write(const arena::protocol::v1::BotMessage& message) = 0;
};

/// Thrown if the bot throws; says where.
class BotFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Answers batches until the arena says goodbye (true) or the stream ends (false). Throws BotFailed.
[[nodiscard]] bool converse(Stream& stream, const Factory& make_bot);

}  // namespace bot_arena

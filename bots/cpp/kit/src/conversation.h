#pragma once

#include <stdexcept>

#include "bot_arena/kit.h"

namespace bot_arena {

/// What the bot and the arena say to each other; apart from gRPC, so that tests can speak for the arena.
class Stream {
 public:
  virtual ~Stream() = default;

  /// Waits for the next message; false if there is none any more.
  virtual bool read(arena::protocol::v1::ArenaMessage& message) = 0;

  /// Sends at once. That it failed shows in the next read.
  virtual void write(const arena::protocol::v1::BotMessage& message) = 0;
};

/// The bot threw; says where.
class BotFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Answers batches until the arena says goodbye (true) or the stream ends (false). Throws BotFailed.
[[nodiscard]] bool converse(Stream& stream, const Factory& make_bot);

}  // namespace bot_arena

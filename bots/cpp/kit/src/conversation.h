#pragma once

#include <stdexcept>

#include "bot_arena/kit.h"

namespace bot_arena {

/// The stream of messages between bot and arena. It is independent of gRPC, so that tests can replace the arena.
class Stream {
 public:
  virtual ~Stream() = default;

  /// Waits for the arena's next message; returns false if there are no more.
  virtual bool read(arena::protocol::v1::ArenaMessage& message) = 0;

  /// Sends a message at once. If this fails, a later `read` returns false.
  virtual void write(const arena::protocol::v1::BotMessage& message) = 0;
};

/// Thrown if the bot throws; the message has the match, and the turn if the bot failed in one.
class BotFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Answers the arena's batches. Returns true when the arena says goodbye, and false if the stream ends before. Throws
/// BotFailed if the bot throws.
[[nodiscard]] bool converse(Stream& stream, const Factory& make_bot);

}  // namespace bot_arena

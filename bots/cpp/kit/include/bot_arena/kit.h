/// The kit for bots in C++: a bot is a class with `choose`.
///
///     class First : public bot_arena::Bot {
///      public:
///       explicit First(const bot_arena::MatchStart&) {}
///       std::uint32_t choose(const bot_arena::Turn& turn) override { return turn.legal(0); }
///     };
///
///     int main() { return bot_arena::run<First>({.name = "first"}); }

#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/protocol/v1/arena.pb.h"

namespace bot_arena {

using arena::protocol::v1::HetVerraadSetup;
using arena::protocol::v1::HetVerraadView;
using arena::protocol::v1::MatchEnd;
using arena::protocol::v1::MatchStart;
using arena::protocol::v1::Turn;
using arena::protocol::v1::VerraeterSetup;
using arena::protocol::v1::VerraeterView;

/// A bot in one match. The kit makes an object at the start of each match, and calls it for every choice and at the end
/// of the match.
///
/// The messages that the bot receives are valid only during the call. Copy what you need later.
class Bot {
 public:
  Bot() = default;
  Bot(const Bot&) = delete;
  Bot& operator=(const Bot&) = delete;
  virtual ~Bot() = default;

  /// Returns the bot's choice, which must be one of the actions in `turn.legal()`.
  ///
  /// The bot's view of the game is in the field named after the game, for example `turn.verraeter()`. If the game
  /// describes its views in rows, `Rows` gives them instead.
  virtual std::uint32_t choose(const Turn& turn) = 0;

  /// Receives the scores and ranks when the match is over.
  virtual void end(const MatchEnd& /*end*/) {}
};

/// Attaches a note, one line of text, to the choice of this turn, for people who read the finished match.
///
/// A later note on the same turn replaces an earlier one, and only the first 200 characters of a note are kept. No
/// other bot sees the note. Outside of `choose`, or on another thread than that of `choose`, this function does
/// nothing.
void note(const Turn& turn, std::string_view text);

/// The rows of a turn, which are named lists of values. A game without messages of its own in the protocol describes
/// its views in rows; the rules of the game explain each row.
///
/// An object refers to both messages of its constructor, so they must exist as long as the object. `ints`, `reals` and
/// `texts` throw std::out_of_range if there is no row of their kind with this name; the error lists the rows.
class Rows {
 public:
  /// Refers to a turn, and to `start`, the message that announced the turn's match.
  Rows(const MatchStart& start, const Turn& turn) : schema_(start.schema()), values_(turn.values()) {}

  /// Returns the values of a row of integers; a value that the seat cannot see is -1.
  [[nodiscard]] std::span<const std::int64_t> ints(std::string_view name) const;
  /// Returns the values of a row of floating-point numbers.
  [[nodiscard]] std::span<const double> reals(std::string_view name) const;
  /// Returns copies of the values of a row of texts.
  [[nodiscard]] std::vector<std::string> texts(std::string_view name) const;

 private:
  /// Returns where the values of a row begin among all values of this kind, and their number.
  [[nodiscard]] std::pair<std::size_t, std::size_t> find(std::string_view name,
                                                         arena::protocol::v1::RowKind kind) const;

  const arena::protocol::v1::Schema& schema_;
  const arena::protocol::v1::Values& values_;
};

/// A function that makes the bot for one match. MatchStart has the data that never change during the match: the game,
/// its edition, the bot's seat, a seed, and the set-up.
using Factory = std::function<std::unique_ptr<Bot>(const MatchStart&)>;

/// Settings with which `run` introduces the bot to the arena.
struct Options {
  /// The name in the bot's first message to the arena, only for people who read the messages.
  std::string name = "bot";
  /// How many matches the bot can play at the same time. Each match has its own object, so only a bot that keeps data
  /// in global variables needs 1.
  std::uint32_t max_matches = 64;
  /// Whether turns have the names of the legal actions, in `turn.names()`, in the order of `turn.legal()`.
  bool names = false;
};

/// Plays matches with the bot until the arena says goodbye, and returns the exit status for the program.
///
/// The status is 1 if the arena cannot be reached or refuses the bot, or if the bot throws an exception; `run` then
/// prints an error message to standard error. Otherwise the status is 0.
[[nodiscard]] int run(const Factory& make_bot, const Options& options = {});

/// Plays matches in the same way with bots of class `B`, which are made from a MatchStart.
template <std::derived_from<Bot> B>
requires std::constructible_from<B, const MatchStart&>
[[nodiscard]] int run(const Options& options = {}) {
  return run([](const MatchStart& start) { return std::make_unique<B>(start); }, options);
}

}  // namespace bot_arena

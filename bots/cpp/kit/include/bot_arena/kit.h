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

/// A bot's side of one match: made when the match starts, asked for every choice, and told the result.
///
/// Messages are valid during the call only; copy what is needed later.
class Bot {
 public:
  Bot() = default;
  Bot(const Bot&) = delete;
  Bot& operator=(const Bot&) = delete;
  virtual ~Bot() = default;

  /// Chooses one of `turn.legal()`. What the seat sees is in the field named after the game, for example
  /// `turn.verraeter()`, or in `Rows`.
  virtual std::uint32_t choose(const Turn& turn) = 0;

  /// Receives the scores and ranks when the match is over.
  virtual void end(const MatchEnd& /*end*/) {}
};

/// Notes a line on the choice of this turn, for readers of the finished match. Call it in `choose`, on the same thread;
/// elsewhere it does nothing. The last note of a turn counts, and only its first 200 characters. No other bot sees it.
void note(const Turn& turn, std::string_view text);

/// The rows of a turn by name, in a game without messages of its own; the game's rules say what each row means. Both
/// messages must outlive it. If there is no such row, std::out_of_range names the rows there are.
class Rows {
 public:
  /// `start` is the message that announced the turn's match.
  Rows(const MatchStart& start, const Turn& turn) : schema_(start.schema()), values_(turn.values()) {}

  /// A row of integers; the value of a place that the seat cannot see is -1.
  [[nodiscard]] std::span<const std::int64_t> ints(std::string_view name) const;
  /// A row of numbers.
  [[nodiscard]] std::span<const double> reals(std::string_view name) const;
  /// A row of texts.
  [[nodiscard]] std::vector<std::string> texts(std::string_view name) const;

 private:
  /// Where the values of a row begin among all values of its kind, and how many there are.
  [[nodiscard]] std::pair<std::size_t, std::size_t> find(std::string_view name,
                                                         arena::protocol::v1::RowKind kind) const;

  const arena::protocol::v1::Schema& schema_;
  const arena::protocol::v1::Values& values_;
};

/// Makes the bot of one match. MatchStart holds what never changes in it: the game, the bot's seat, a seed, the set-up.
using Factory = std::function<std::unique_ptr<Bot>(const MatchStart&)>;

/// How a bot introduces itself.
struct Options {
  /// The bot's name, shown in diagnostics only.
  std::string name = "bot";
  /// The most matches the bot can be in at the same time; only a bot that keeps something in global variables needs 1.
  std::uint32_t max_matches = 64;
  /// Whether turns have the names of their legal actions, in `turn.names()`, in the order of `turn.legal()`.
  bool names = false;
};

/// Plays until the arena says goodbye, and returns the exit status of the program.
///
/// The exit status is 1 if the arena cannot be reached or refuses the bot, or if the bot throws; a sentence on standard
/// error says so.
[[nodiscard]] int run(const Factory& make_bot, const Options& options = {});

/// The same for a class whose constructor takes a MatchStart.
template <std::derived_from<Bot> B>
requires std::constructible_from<B, const MatchStart&>
[[nodiscard]] int run(const Options& options = {}) {
  return run([](const MatchStart& start) { return std::make_unique<B>(start); }, options);
}

}  // namespace bot_arena

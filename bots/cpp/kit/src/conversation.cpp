#include "conversation.h"

#include <google/protobuf/arena.h>

#include <chrono>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "note.h"

namespace bot_arena {
namespace {

using arena::protocol::v1::ArenaMessage;
using arena::protocol::v1::Batch;
using arena::protocol::v1::BotMessage;
using arena::protocol::v1::Choices;
using Clock = std::chrono::steady_clock;

constexpr auto kFlush = std::chrono::milliseconds(5);
constexpr std::size_t kFirstBlockBytes = 256 << 10;
constexpr std::size_t kMostBlockBytes = 1 << 20;

/// One match on the stream.
struct Match {
  std::string id;
  std::unique_ptr<Bot> bot;
  /// How many turns the bot has had.
  int turns = 0;
};

/// Runs an action that calls the bot. If the bot throws, throws BotFailed, whose message contains the text that `place`
/// returns.
template <class Action, class Place>
auto attempt(Action action, Place place) {
  try {
    return action();
  } catch (const std::exception& error) {
    throw BotFailed("The bot failed " + place() + ": " + error.what());
  } catch (...) {
    throw BotFailed("The bot failed " + place() + ".");
  }
}

class Conversation {
 public:
  Conversation(Stream& stream, const Factory& make_bot) : stream_(stream), make_bot_(make_bot) {}

  void answer(const Batch& batch) {
    for (const MatchStart& start : batch.starts()) {
      auto bot = attempt([&] { return make_bot_(start); }, [&] { return "at the start of match " + start.id(); });
      matches_[start.match()] = {.id = start.id(), .bot = std::move(bot)};
    }
    answer_turns(batch);
    for (const MatchEnd& end : batch.ends()) {
      if (const auto match = matches_.extract(end.match())) {
        const Match& ended = match.mapped();
        attempt([&] { ended.bot->end(end); }, [&] { return "at the end of match " + ended.id; });
      }
    }
  }

 private:
  /// Answers the turns in the order of the batch, because the arena's clock runs for the first turn that is not
  /// answered yet. Collects choices for a time of kFlush before it sends them. The first choice made after this time is
  /// sent at once, together with the collected ones, so that none of them waits for the rest of the batch.
  void answer_turns(const Batch& batch) {
    auto flushed = Clock::now();
    for (const Turn& turn : batch.turns()) {
      let_note(turn);
      choices_->add_actions(choose(turn));
      choices_->add_turn_ids(turn.turn_id());
      add_note(*choices_);
      if (const auto now = Clock::now(); now - flushed > kFlush) {
        flush();
        flushed = now;
      }
    }
    flush();
  }

  std::uint32_t choose(const Turn& turn) {
    Match& match = matches_.at(turn.match());
    ++match.turns;
    return attempt([&] { return match.bot->choose(turn); },
                   [&] { return "in match " + match.id + ", turn " + std::to_string(match.turns); });
  }

  void flush() {
    if (!choices_->turn_ids().empty()) {
      stream_.write(answer_);
      choices_->Clear();
    }
  }

  Stream& stream_;
  const Factory& make_bot_;
  std::unordered_map<std::uint32_t, Match> matches_;
  BotMessage answer_;
  Choices* choices_ = answer_.mutable_choices();
};

}  // namespace

bool converse(Stream& stream, const Factory& make_bot) {
  Conversation conversation(stream, make_bot);
  // A batch can have thousands of small lists. In an `Arena` of protobuf, which is a pool of memory, few of them need
  // an allocation of their own.
  std::vector<char> first_block(kFirstBlockBytes);
  google::protobuf::ArenaOptions options;
  options.initial_block = first_block.data();
  options.initial_block_size = first_block.size();
  options.max_block_size = kMostBlockBytes;
  google::protobuf::Arena memory(options);
  while (true) {
    memory.Reset();
    ArenaMessage& message = *ArenaMessage::default_instance().New(&memory);
    if (!stream.read(message)) {
      return false;
    }
    if (message.has_goodbye()) {
      return true;
    }
    if (message.has_batch()) {
      conversation.answer(message.batch());
    }
  }
}

}  // namespace bot_arena

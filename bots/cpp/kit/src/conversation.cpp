#include "conversation.h"

#include <google/protobuf/arena.h>

#include <chrono>
#include <string>
#include <unordered_map>
#include <vector>

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

std::string place(const MatchStart& start) { return "when match " + std::to_string(start.match()) + " started"; }

std::string place(const Turn& turn) {
  return "in match " + std::to_string(turn.match()) + ", turn " + std::to_string(turn.turn_id());
}

std::string place(const MatchEnd& end) { return "when match " + std::to_string(end.match()) + " ended"; }

/// Does what the message asks of the bot; if the bot throws, says at which message.
template <class Message, class Action>
auto attempt(const Message& message, Action action) {
  try {
    return action(message);
  } catch (const std::exception& error) {
    throw BotFailed("The bot failed " + place(message) + ": " + error.what());
  } catch (...) {
    throw BotFailed("The bot failed " + place(message) + ".");
  }
}

class Conversation {
 public:
  Conversation(Stream& stream, const Factory& make_bot) : stream_(stream), make_bot_(make_bot) {}

  void answer(const Batch& batch) {
    for (const MatchStart& start : batch.starts()) {
      matches_[start.match()] = attempt(start, make_bot_);
    }
    answer_turns(batch);
    for (const MatchEnd& end : batch.ends()) {
      if (const auto match = matches_.extract(end.match())) {
        attempt(end, [&](const MatchEnd& message) { match.mapped()->end(message); });
      }
    }
  }

 private:
  /// In the order of the batch, because the arena's clock runs for the first in line; and sent as soon as the choices
  /// took kFlush together, so that thinking long about one turn keeps no other answer back.
  void answer_turns(const Batch& batch) {
    auto flushed = Clock::now();
    for (const Turn& turn : batch.turns()) {
      choices_->add_actions(attempt(turn, [this](const Turn& message) { return choose(message); }));
      choices_->add_turn_ids(turn.turn_id());
      if (const auto now = Clock::now(); now - flushed > kFlush) {
        flush();
        flushed = now;
      }
    }
    flush();
  }

  std::uint32_t choose(const Turn& turn) { return matches_.at(turn.match())->choose(turn); }

  void flush() {
    if (!choices_->turn_ids().empty()) {
      stream_.write(answer_);
      choices_->Clear();
    }
  }

  Stream& stream_;
  const Factory& make_bot_;
  std::unordered_map<std::uint32_t, std::unique_ptr<Bot>> matches_;
  BotMessage answer_;
  Choices* choices_ = answer_.mutable_choices();
};

}  // namespace

bool converse(Stream& stream, const Factory& make_bot) {
  Conversation conversation(stream, make_bot);
  // A batch is thousands of small rows; in one arena they cost no allocation each.
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

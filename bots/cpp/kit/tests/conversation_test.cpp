#include "conversation.h"

#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <thread>
#include <utility>
#include <vector>

namespace bot_arena {
namespace {

using arena::protocol::v1::ArenaMessage;
using arena::protocol::v1::Batch;
using arena::protocol::v1::BotMessage;
using Answers = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// A stream with prepared messages of the arena; it records the choices and notes that the bot sends.
class Script : public Stream {
 public:
  bool read(ArenaMessage& message) override {
    if (said_.empty()) {
      return false;
    }
    const bool parsed = message.ParseFromString(said_.front());
    said_.pop_front();
    return parsed;
  }

  void write(const BotMessage& message) override {
    Answers answers;
    for (int i = 0; i < message.choices().turn_ids_size(); ++i) {
      answers.emplace_back(message.choices().turn_ids(i), message.choices().actions(i));
    }
    sent.push_back(std::move(answers));
    notes.emplace_back(message.choices().notes().begin(), message.choices().notes().end());
  }

  void say(const ArenaMessage& message) { said_.push_back(message.SerializeAsString()); }

  void say_bytes(std::string bytes) { said_.push_back(std::move(bytes)); }

  void say_goodbye() {
    ArenaMessage message;
    message.mutable_goodbye();
    say(message);
  }

  std::vector<Answers> sent;
  std::vector<std::vector<std::string>> notes;

 private:
  std::deque<std::string> said_;
};

/// The calls that the bots of a test received, and the number of these bots that exist now.
struct Log {
  std::vector<std::string> events;
  int alive = 0;
};

/// Chooses the last legal action; first waits 20 ms if this is action 0, and throws if it is action 1.
class LastLegal : public Bot {
 public:
  LastLegal(const MatchStart& start, Log& log) : log_(log) {
    ++log_.alive;
    log_.events.push_back("start " + std::to_string(start.match()));
  }
  ~LastLegal() override { --log_.alive; }

  std::uint32_t choose(const Turn& turn) override {
    log_.events.push_back("turn " + std::to_string(turn.turn_id()));
    const std::uint32_t action = turn.legal(turn.legal_size() - 1);
    if (action == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    if (action == 1) {
      throw std::logic_error("no idea");
    }
    return action;
  }

  void end(const MatchEnd& end) override {
    log_.events.push_back("end " + std::to_string(end.match()) + ", rank " + std::to_string(end.ranks(0)));
  }

 private:
  Log& log_;
};

class ConversationTest : public testing::Test {
 protected:
  bool converse() {
    return bot_arena::converse(script,
                               [this](const MatchStart& start) { return std::make_unique<LastLegal>(start, log); });
  }

  static void start(Batch& batch, std::uint32_t match) {
    MatchStart& start = *batch.add_starts();
    start.set_match(match);
    start.set_id("5f" + std::to_string(match));
  }

  static void turn(Batch& batch, std::uint32_t id, std::uint32_t match, std::uint32_t action) {
    Turn& turn = *batch.add_turns();
    turn.set_turn_id(id);
    turn.set_match(match);
    turn.add_legal(action);
  }

  static void end(Batch& batch, std::uint32_t match) {
    batch.add_ends()->set_match(match);
    batch.mutable_ends()->rbegin()->add_ranks(2);
  }

  Script script;
  Log log;
};

TEST_F(ConversationTest, AnswersABatchInItsOrderAndInOneMessage) {
  ArenaMessage message;
  Batch& batch = *message.mutable_batch();
  start(batch, 7);
  start(batch, 8);
  turn(batch, 2, 8, 50);
  turn(batch, 1, 7, 60);
  script.say(message);
  script.say_goodbye();

  EXPECT_TRUE(converse());
  EXPECT_EQ(script.sent, (std::vector<Answers>{{{2, 50}, {1, 60}}}));
}

TEST_F(ConversationTest, SendsWhatItHasAfterALongChoice) {
  ArenaMessage message;
  Batch& batch = *message.mutable_batch();
  for (std::uint32_t match = 1; match <= 4; ++match) {
    start(batch, match);
    turn(batch, match, match, match == 2 ? 0 : 50);
  }
  script.say(message);
  script.say_goodbye();

  EXPECT_TRUE(converse());
  EXPECT_EQ(script.sent, (std::vector<Answers>{{{1, 50}, {2, 0}}, {{3, 50}, {4, 50}}}));
}

TEST_F(ConversationTest, DoesNotAnswerABatchWithoutTurns) {
  ArenaMessage message;
  start(*message.mutable_batch(), 7);
  script.say(message);
  script.say_goodbye();

  EXPECT_TRUE(converse());
  EXPECT_TRUE(script.sent.empty());
}

TEST_F(ConversationTest, IgnoresWelcomeAndWhatItDoesNotKnow) {
  ArenaMessage welcome;
  welcome.mutable_welcome();
  script.say(welcome);
  script.say_bytes("\x9a\x06\x01x");  // field 99
  ArenaMessage message;
  start(*message.mutable_batch(), 7);
  turn(*message.mutable_batch(), 1, 7, 50);
  script.say_bytes(message.SerializeAsString() + "\x9a\x06\x01x");
  script.say_goodbye();

  EXPECT_TRUE(converse());
  EXPECT_EQ(script.sent, (std::vector<Answers>{{{1, 50}}}));
}

TEST_F(ConversationTest, ReadsStartsThenTurnsThenEndsAndDropsTheBot) {
  ArenaMessage first;
  start(*first.mutable_batch(), 7);
  script.say(first);
  ArenaMessage second;
  end(*second.mutable_batch(), 7);
  turn(*second.mutable_batch(), 1, 8, 50);
  start(*second.mutable_batch(), 8);
  script.say(second);
  ArenaMessage third;
  end(*third.mutable_batch(), 8);
  script.say(third);

  EXPECT_FALSE(converse());
  EXPECT_EQ(log.events, (std::vector<std::string>{"start 7", "start 8", "turn 1", "end 7, rank 2", "end 8, rank 2"}));
  EXPECT_EQ(log.alive, 0);
}

/// Attaches notes to turns with an even id. In every turn, it also writes a note on a turn that is not being answered.
class Noting : public Bot {
 public:
  std::uint32_t choose(const Turn& turn) override {
    if (turn.turn_id() % 2 == 0) {
      note(turn, "forgotten");
      std::string text = turn.turn_id() == 2 ? "why" : "\xff\xed\xa0\x80";
      while (turn.turn_id() == 4 && text.size() < 900) {
        text += "\xc3\xa9";
      }
      note(turn, text);
    }
    Turn answered = turn;
    answered.set_turn_id(1'000);
    note(answered, "too late");
    return turn.legal(0);
  }
};

TEST_F(ConversationTest, SendsNotesWithTheirChoices) {
  ArenaMessage first;
  start(*first.mutable_batch(), 7);
  for (std::uint32_t id = 1; id <= 4; ++id) {
    turn(*first.mutable_batch(), id, 7, 50);
  }
  script.say(first);
  ArenaMessage second;
  turn(*second.mutable_batch(), 5, 7, 50);
  script.say(second);
  script.say_goodbye();

  EXPECT_TRUE(bot_arena::converse(script, [](const MatchStart&) { return std::make_unique<Noting>(); }));
  std::string cut = "????";
  for (int count = 4; count < 200; ++count) {
    cut += "\xc3\xa9";
  }
  EXPECT_EQ(script.notes, (std::vector<std::vector<std::string>>{{"", "why", "", cut}, {}}));
}

TEST_F(ConversationTest, SaysWhereTheBotThrew) {
  ArenaMessage message;
  Batch& batch = *message.mutable_batch();
  start(batch, 7);
  start(batch, 8);
  turn(batch, 3, 7, 50);
  turn(batch, 4, 8, 50);
  turn(batch, 5, 7, 1);
  script.say(message);

  try {
    const bool goodbye = converse();
    FAIL() << goodbye;
  } catch (const BotFailed& failure) {
    EXPECT_STREQ(failure.what(), "The bot failed in match 5f7, turn 2: no idea");
  }
}

}  // namespace
}  // namespace bot_arena

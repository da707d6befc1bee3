// Tests of `run` with a real gRPC server.

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <future>
#include <stdexcept>
#include <thread>

#include "arena/protocol/v1/arena.grpc.pb.h"
#include "bot_arena/kit.h"

namespace bot_arena {
namespace {

using arena::protocol::v1::ArenaMessage;
using arena::protocol::v1::ArenaService;
using arena::protocol::v1::BotMessage;
using ServerStream = grpc::ServerReaderWriter<ArenaMessage, BotMessage>;

std::promise<void> first_answer_came;

/// Thinks about turn 3 until the answers to turns 1 and 2 have reached the arena, at most 5 seconds.
class Waiting : public Bot {
 public:
  explicit Waiting(const MatchStart&) {}

  std::uint32_t choose(const Turn& turn) override {
    if (turn.turn_id() == 2) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    if (turn.turn_id() == 3) {
      const auto status = first_answer_came.get_future().wait_for(std::chrono::seconds(5));
      return status == std::future_status::ready ? 1 : 0;
    }
    return turn.legal(0);
  }
};

class Throwing : public Bot {
 public:
  explicit Throwing(const MatchStart&) {}
  std::uint32_t choose(const Turn&) override { throw std::runtime_error("no idea"); }
};

class FakeArena : public ArenaService::Service {
 public:
  grpc::Status Play(grpc::ServerContext*, ServerStream* stream) override {
    BotMessage message;
    stream->Read(&message);
    hello = message.hello();
    if (hello.token() != "token") {
      return {grpc::StatusCode::UNAUTHENTICATED, "wrong token"};
    }
    stream->Write(batch_of_three());
    while (answers.turn_ids_size() < 3) {
      if (!stream->Read(&message)) {
        return grpc::Status::OK;
      }
      if (answers.turn_ids().empty()) {
        first_answer_came.set_value();
      }
      answers.MergeFrom(message.choices());
    }
    ArenaMessage goodbye;
    goodbye.mutable_goodbye();
    stream->Write(goodbye);
    ended_by_bot = !stream->Read(&message);
    return grpc::Status::OK;
  }

  arena::protocol::v1::Hello hello;
  arena::protocol::v1::Choices answers;
  bool ended_by_bot = false;

 private:
  static ArenaMessage batch_of_three() {
    ArenaMessage message;
    for (std::uint32_t match = 1; match <= 3; ++match) {
      message.mutable_batch()->add_starts()->set_match(match);
      message.mutable_batch()->mutable_starts()->rbegin()->set_id("5f");
      Turn& turn = *message.mutable_batch()->add_turns();
      turn.set_turn_id(match);
      turn.set_match(match);
      turn.add_legal(50);
    }
    return message;
  }
};

class RunTest : public testing::Test {
 protected:
  RunTest() {
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(&arena_);
    server_ = builder.BuildAndStart();
    setenv("ARENA_ADDRESS", ("127.0.0.1:" + std::to_string(port)).c_str(), 1);
    setenv("ARENA_TOKEN", "token", 1);
    testing::internal::CaptureStderr();
  }

  FakeArena arena_;
  std::unique_ptr<grpc::Server> server_;
};

TEST_F(RunTest, PlaysUntilGoodbyeAndLetsNoAnswerWait) {
  EXPECT_EQ(run<Waiting>({.name = "waiting", .max_matches = 9, .names = true}), 0);
  server_->Shutdown();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(arena_.hello.protocol_version(), 1);
  EXPECT_EQ(arena_.hello.name(), "waiting");
  EXPECT_EQ(arena_.hello.language(), "C++20");
  EXPECT_EQ(arena_.hello.max_matches(), 9);
  EXPECT_TRUE(arena_.hello.wants_names());
  EXPECT_EQ(arena_.answers.actions(2), 1);
  EXPECT_TRUE(arena_.ended_by_bot);
}

TEST_F(RunTest, SaysWhyTheArenaEndedTheConversation) {
  setenv("ARENA_TOKEN", "another", 1);
  EXPECT_EQ(run<Waiting>(), 1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "The arena ended the conversation: wrong token\n");
  EXPECT_EQ(arena_.hello.max_matches(), 64);
  EXPECT_FALSE(arena_.hello.wants_names());
}

TEST_F(RunTest, SaysWhereTheBotThrew) {
  EXPECT_EQ(run<Throwing>(), 1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "The bot failed in match 5f, turn 1: no idea\n");
}

TEST_F(RunTest, SaysWhatToDoWithoutAnArena) {
  unsetenv("ARENA_TOKEN");
  EXPECT_EQ(run<Waiting>(), 1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "This program is a bot; the arena starts it and sets ARENA_ADDRESS and ARENA_TOKEN.\n"
            "Try: arena check PATH_TO_ITS_FOLDER\n");
}

}  // namespace
}  // namespace bot_arena

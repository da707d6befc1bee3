// This is the kit's only source file that includes gRPC, because gRPC's headers take seconds to compile.

#include <grpcpp/grpcpp.h>

#include <cstdlib>
#include <iostream>

#include "arena/protocol/v1/arena.grpc.pb.h"
#include "bot_arena/kit.h"
#include "conversation.h"

namespace bot_arena {
namespace {

using arena::protocol::v1::ArenaMessage;
using arena::protocol::v1::ArenaService;
using arena::protocol::v1::BotMessage;

constexpr std::uint32_t kProtocolVersion = 1;
constexpr int kMostMessageBytes = 16 << 20;

class GrpcStream : public Stream {
 public:
  explicit GrpcStream(const std::string& address) : stub_(ArenaService::NewStub(connect(address))) {}

  bool read(ArenaMessage& message) override { return stream_->Read(&message); }

  void write(const BotMessage& message) override { stream_->Write(message); }

  /// Ends the bot's half of the stream, and does not wait for the arena to end its half.
  void leave() {
    stream_->WritesDone();
    context_.TryCancel();
    stream_->Finish();
  }

  /// Returns the status with which the arena ended the stream. Call it only after `read` has returned false.
  grpc::Status status() { return stream_->Finish(); }

 private:
  static std::shared_ptr<grpc::Channel> connect(const std::string& address) {
    grpc::ChannelArguments arguments;
    arguments.SetMaxReceiveMessageSize(kMostMessageBytes);
    return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
  }

  std::unique_ptr<ArenaService::Stub> stub_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriter<BotMessage, ArenaMessage>> stream_ = stub_->Play(&context_);
};

BotMessage introduction(const Options& options, const std::string& token) {
  BotMessage message;
  auto& hello = *message.mutable_hello();
  hello.set_protocol_version(kProtocolVersion);
  hello.set_token(token);
  hello.set_name(options.name);
  hello.set_language("C++" + std::to_string(__cplusplus / 100 % 100));
  hello.set_max_matches(options.max_matches);
  hello.set_wants_names(options.names);
  return message;
}

}  // namespace

int run(const Factory& make_bot, const Options& options) {
  const char* address = std::getenv("ARENA_ADDRESS");
  const char* token = std::getenv("ARENA_TOKEN");
  if (address == nullptr || *address == '\0' || token == nullptr) {
    std::cerr << "This program is a bot; the arena starts it and sets ARENA_ADDRESS and ARENA_TOKEN.\n"
                 "Try: arena check PATH_TO_ITS_FOLDER\n";
    return EXIT_FAILURE;
  }
  GrpcStream stream(address);
  stream.write(introduction(options, token));
  try {
    if (converse(stream, make_bot)) {
      stream.leave();
      return EXIT_SUCCESS;
    }
  } catch (const BotFailed& failure) {
    std::cerr << failure.what() << '\n';
    stream.leave();
    return EXIT_FAILURE;
  }
  const grpc::Status status = stream.status();
  if (status.ok()) {
    return EXIT_SUCCESS;
  }
  std::cerr << "The arena ended the conversation: " << status.error_message() << '\n';
  return EXIT_FAILURE;
}

}  // namespace bot_arena

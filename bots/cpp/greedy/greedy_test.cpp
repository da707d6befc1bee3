// Shows the bot recorded turns; in each turn it must choose the recorded action, as greedy in every language does.

#include "greedy.h"

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <sstream>
#include <string>

namespace {

std::string bytes(const std::string& hex) {
  std::string decoded;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    decoded.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  }
  return decoded;
}

TEST(Greedy, ChoosesTheRecordedActions) {
  std::ifstream file(TURNS);
  ASSERT_TRUE(file) << "There is no file " TURNS;
  std::unique_ptr<greedy::Greedy> bot;
  int turns = 0;
  std::string text;
  for (int number = 1; std::getline(file, text); ++number) {
    SCOPED_TRACE(TURNS ", line " + std::to_string(number));
    std::istringstream line(text);
    std::string word;
    std::string hex;
    line >> word >> hex;
    if (word == "start") {
      bot_arena::MatchStart start;
      ASSERT_TRUE(start.ParseFromString(bytes(hex)));
      bot = std::make_unique<greedy::Greedy>(start);
    } else if (word == "turn") {
      bot_arena::Turn turn;
      ASSERT_TRUE(turn.ParseFromString(bytes(hex)));
      std::uint32_t action = 0;
      ASSERT_TRUE(line >> action);
      EXPECT_EQ(bot->choose(turn), action);
      ++turns;
    }
  }
  EXPECT_GT(turns, 0);
}

}  // namespace

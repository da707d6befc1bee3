// A bot that chooses uniformly at random among the legal actions of any game.

#include <random>

#include "bot_arena/kit.h"

class RandomBot : public bot_arena::Bot {
 public:
  explicit RandomBot(const bot_arena::MatchStart& start) : random_(start.seed()) {}

  std::uint32_t choose(const bot_arena::Turn& turn) override {
    return turn.legal(std::uniform_int_distribution(0, turn.legal_size() - 1)(random_));
  }

 private:
  std::mt19937_64 random_;
};

int main() { return bot_arena::run<RandomBot>({.name = "random", .max_matches = 4096}); }

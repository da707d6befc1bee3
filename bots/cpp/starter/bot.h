#pragma once

#include <cstdint>
#include <random>

#include "bot_arena/kit.h"

/// Your bot in one match. The kit makes an object when the match starts, and calls `choose` for every choice.
class MyBot : public bot_arena::Bot {
 public:
  explicit MyBot(const bot_arena::MatchStart& start) : random_(start.seed()) {}
  std::uint32_t choose(const bot_arena::Turn& turn) override;

 private:
  std::mt19937_64 random_;
};

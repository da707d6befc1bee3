#include "bot.h"

#include <algorithm>

std::uint32_t MyBot::choose(const bot_arena::Turn& turn) {
  const bot_arena::Rows rows(start_, turn);
  if (std::ranges::all_of(rows.ints("board"), [](std::int64_t value) { return value < 0; })) {  // every place is empty
    return turn.legal(0);
  }
  std::uniform_int_distribution index(0, turn.legal_size() - 1);
  return turn.legal(index(random_));
}

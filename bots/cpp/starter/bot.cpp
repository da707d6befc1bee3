#include "bot.h"

std::uint32_t MyBot::choose(const bot_arena::Turn& turn) {
  const bot_arena::VerraeterView& view = turn.verraeter();
  if (view.phase() == 0) {
    return turn.legal(0);
  }
  std::uniform_int_distribution index(0, turn.legal_size() - 1);
  return turn.legal(index(random_));
}

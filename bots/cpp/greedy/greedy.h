#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bot_arena/kit.h"

namespace greedy {

constexpr int kPlaces = 12;

/// The facts about another seat that the ratings of actions depend on.
struct Other {
  int house;
  int played;  // points of the cards it has played this round
  int cards;   // number of cards it may still play this round
};

/// The facts of a turn that the ratings of actions depend on.
struct Facts {
  std::array<int, kPlaces> landscape;
  std::array<int, 6> base;
  std::array<int, 24> winner_points;
  int phase;
  int rounds_left;  // rounds after this one
  int conflict;
  int pick;
  std::array<int, kPlaces> circle;  // by place: the house that owns it
  std::array<int, kPlaces> kind;    // by place: the seat's own building; 0 if there is none
  int own_house;
  int hand;  // cards in the seat's own hand
  std::vector<Other> others;
};

Facts read(const bot_arena::MatchStart& start, const bot_arena::Turn& turn);

/// Returns the points that the action should bring, in hundredths. For discards, it returns the expected gain in the
/// points of the cards in hand, in tenths. Only ratings of the same turn can be compared.
int rate(const Facts& facts, int action);

/// A bot that takes the action with the highest rating; if several actions have it, the one with the lowest number.
class Greedy : public bot_arena::Bot {
 public:
  explicit Greedy(const bot_arena::MatchStart& start) : start_(start) {}
  std::uint32_t choose(const bot_arena::Turn& turn) override;

 private:
  bot_arena::MatchStart start_;
};

}  // namespace greedy

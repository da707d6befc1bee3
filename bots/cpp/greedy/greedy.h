#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bot_arena/kit.h"

namespace greedy {

constexpr int kPlaces = 12;

/// What a rating needs to know about another seat.
struct Other {
  int house;
  int played;  // points of the cards it has played this round
  int cards;   // cards it may still play
};

/// What the ratings need to know about a turn.
struct Facts {
  std::array<int, kPlaces> landscape;
  std::array<int, 6> base;
  std::array<int, 24> winner_points;
  int phase;
  int rounds_left;  // after this one
  int conflict;
  int pick;
  std::array<int, kPlaces> circle;  // by place: the house that owns it
  std::array<int, kPlaces> kind;    // by place: the seat's own building; 0 if there is none
  int own_house;
  int hand;  // cards in the seat's own hand
  std::vector<Other> others;
};

Facts read(const bot_arena::MatchStart& start, const bot_arena::Turn& turn);

/// What the action should bring; a rating only means something compared with others of the same turn.
int rate(const Facts& facts, int action);

/// Takes the action with the highest rating; of equally rated ones, the lowest.
class Greedy : public bot_arena::Bot {
 public:
  explicit Greedy(const bot_arena::MatchStart& start) : start_(start) {}
  std::uint32_t choose(const bot_arena::Turn& turn) override;

 private:
  bot_arena::MatchStart start_;
};

}  // namespace greedy

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bot_arena/kit.h"

namespace greedy {

constexpr int kPlaces = 12;

/// What a rating needs to know of another seat.
struct Other {
  int house;
  int played;  // points of the cards it has played this round
  int cards;   // cards it may yet play
};

/// What the ratings need to know of a turn.
struct Facts {
  std::array<int, kPlaces> landscape;
  std::array<int, 6> base;
  std::array<int, 24> winner_points;
  int phase;
  int rounds_left;  // after this one
  int conflict;
  int pick;
  std::array<int, kPlaces> circle;  // by place: its house
  std::array<int, kPlaces> kind;    // by place: the own building; 0 if there is none
  int own_house;
  int hand;  // cards in the own hand
  std::vector<Other> others;
};

Facts read(const bot_arena::MatchStart& start, const bot_arena::Turn& turn);

/// What the action should bring; only the difference between actions of one turn means anything.
int rate(const Facts& facts, int action);

/// Takes the action with the highest rating; of equals the lowest.
class Greedy : public bot_arena::Bot {
 public:
  explicit Greedy(const bot_arena::MatchStart& start) : start_(start) {}
  std::uint32_t choose(const bot_arena::Turn& turn) override;

 private:
  bot_arena::MatchStart start_;
};

}  // namespace greedy

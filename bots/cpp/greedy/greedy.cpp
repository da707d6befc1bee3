// The ratings of actions. Greedy draws no random numbers, remembers nothing and calculates in whole hundredths of a
// point, so the same view gives the same action in any language. bots/python/greedy/README.md defines the ratings.

#include "greedy.h"

#include <algorithm>
#include <limits>

namespace greedy {
namespace {

enum Role { kTraitor = 1, kDiplomat2 = 2, kBuilder = 4, kFarmer = 6 };
enum Building { kEstate = 1, kTradingPost = 2 };
enum Phase { kConflict = 1, kDraft = 2, kSupply = 3, kDraw = 10 };
enum Action {
  kFight = 8000,
  kPick = 8100,
  kBuildNothing = 8200,
  kPlaceEstate = 8300,
  kPlacePost = 8400,
  kFlip = 8500,
  kMove = 8600,
  kMoveAndFlip = 8800
};

// The sum of the numbers of both houses, and also of a building's two sides; this sum minus one of them is the other.
constexpr int kBoth = 3;
constexpr std::array kValues = {2, 3, 4, 5, 6, 8};
// By card value: one more than the number of cards with this value. These are the bases of the digits in an action's
// number.
constexpr std::array kDigits = {6, 6, 6, 6, 3, 2};

constexpr int kHandLimit = 5;
constexpr int kMostDrawn = 3;
constexpr int kBonusCards = 3;

// The value of things, in hundredths of a point; found in matches between bots with different values.
constexpr int kCardDrawn = 45;
constexpr int kPointPlayed = 15;
constexpr int kPostACard = 70;
constexpr int kEstateARound = 20;
constexpr int kIdleEstateARound = 5;
constexpr int kNeighbourARound = 2;
// By role: its fixed value. Its effects on the conflict, the cards and the buildings are rated separately.
constexpr std::array kRoleWorth = {0, 250, 0, 0, 0, 260, 0};
// By role: the conflict points it brings.
constexpr std::array kRolePoints = {0, 0, 2, 5, 0, 0, 0};

// What greedy expects of the cards that other seats may still play, in conflict points. The doubt is the lead that
// makes the win certain.
constexpr int kPointsACard = 2;
constexpr int kDoubtACard = 2;
constexpr int kLeastDoubt = 6;

struct Cards {
  int size;
  int points;
};

template <std::size_t size, class Row>
std::array<int, size> copy(const Row& row) {
  std::array<int, size> copied{};
  std::copy_n(row.begin(), std::min<std::size_t>(size, row.size()), copied.begin());
  return copied;
}

/// Returns the number of cards that an action plays or discards, and their points.
Cards cards_in(int code) {
  Cards cards{};
  for (std::size_t i = 0; i < kDigits.size(); ++i) {
    const int count = code % kDigits[i];
    code /= kDigits[i];
    cards.size += count;
    cards.points += count * kValues[i];
  }
  return cards;
}

int house_with(const Facts& facts, int role) { return role == kTraitor ? kBoth - facts.own_house : facts.own_house; }

int draws_with(const Facts& facts, int role) {
  if (role == kFarmer) {
    return kMostDrawn;
  }
  const int house = house_with(facts, role);
  int draws = role == kDiplomat2 ? 1 : 0;
  for (int place = 0; place < kPlaces; ++place) {
    draws += facts.kind[place] == kEstate && facts.circle[place] == house;
  }
  return std::min(draws, kMostDrawn);
}

int posts(const Facts& facts) { return static_cast<int>(std::ranges::count(facts.kind, kTradingPost)); }

int post_worth(const Facts& facts) {
  return kPostACard * (facts.rounds_left > 0 ? kBonusCards : std::min(facts.hand, kBonusCards));
}

/// Returns the value of a building of this kind at a place. An estate brings cards as long as the landscape at its
/// place belongs to the seat's own house. The house is likely to keep this landscape longer if the neighbouring
/// landscapes belong to the house, too.
int worth_at(const Facts& facts, int place, int kind) {
  if (kind == kTradingPost) {
    return post_worth(facts);
  }
  const int house = facts.circle[place];
  int alike = 0;
  for (const int step : {1, kPlaces - 1}) {
    alike += facts.circle[(place + step) % kPlaces] == house;
  }
  if (house == facts.own_house) {
    return facts.rounds_left * (kEstateARound + kNeighbourARound * alike);
  }
  return facts.rounds_left * (kIdleEstateARound - kNeighbourARound * alike);
}

/// Returns the value of the Builder's best action, at least 0: a new estate, or the worst estate turned into a trading
/// post. For a new estate it assumes the same value at every place.
int best_building_act(const Facts& facts) {
  int estates = 0;
  int worst = std::numeric_limits<int>::max();
  for (int place = 0; place < kPlaces; ++place) {
    if (facts.kind[place] == kEstate) {
      ++estates;
      worst = std::min(worst, worth_at(facts, place, kEstate));
    }
  }
  const int best = estates + posts(facts) < 3 ? facts.rounds_left * kEstateARound : 0;
  if (estates > 0 && posts(facts) < 2) {
    return std::max(best, post_worth(facts) - worst);
  }
  return best;
}

/// Returns the value of the affected building after the action minus its value before. Placing an estate in the set-up
/// is rated in the same way.
int building_worth(const Facts& facts, int action) {
  if (action == kBuildNothing) {
    return 0;
  }
  if (action < kPlacePost) {
    return worth_at(facts, action - kPlaceEstate, kEstate);
  }
  if (action < kFlip) {
    return worth_at(facts, action - kPlacePost, kTradingPost);
  }
  int origin = action - kFlip;
  int target = origin;
  if (action >= kMove) {
    const int move = action - (action < kMoveAndFlip ? kMove : kMoveAndFlip);
    origin = move / kPlaces;
    target = move % kPlaces;
  }
  const int before = facts.kind[origin];
  const int after = kMove <= action && action < kMoveAndFlip ? before : kBoth - before;
  return worth_at(facts, target, after) - worth_at(facts, origin, before);
}

/// Returns the cost of playing these cards. Before the last round, this is the value of their strength in later rounds.
/// In the last round, it is the points that the trading posts miss because fewer than three cards are in the hand after
/// drawing. Each card point then costs a hundredth more, so that weaker cards are played if all else is equal.
int cost_of_playing(const Facts& facts, const Cards& cards) {
  if (facts.rounds_left > 0) {
    return kPointPlayed * cards.points;
  }
  const int kept = facts.hand - cards.size + draws_with(facts, facts.pick);
  return cards.points + 100 * posts(facts) * (kBonusCards - std::min(kept, kBonusCards));
}

int card_worth(const Facts& facts, int kept) {
  if (facts.rounds_left > 0) {
    return kCardDrawn;
  }
  return kept < kBonusCards ? 100 * posts(facts) : 0;
}

/// Returns the chance, in percent, that the seat's side wins the conflict, times the points that the seat then scores.
/// The conflict is between the places `border` and `border` + 1.
int conflict_worth(const Facts& facts, int border, int role, int points) {
  const int house = house_with(facts, role);
  int ours = border;
  int theirs = (border + 1) % kPlaces;
  if (facts.circle[ours] != house) {
    std::swap(ours, theirs);
  }
  int lead = facts.base[facts.landscape[ours] - 1] - facts.base[facts.landscape[theirs] - 1];
  lead += points + kRolePoints[role];
  int doubt = kLeastDoubt;
  int friends = 0;
  for (const Other& other : facts.others) {
    const int strength = other.played + kPointsACard * other.cards;
    doubt += kDoubtACard * other.cards;
    if (other.house == house) {
      ++friends;
      lead += strength;
    } else {
      lead -= strength;
    }
  }
  const int percent = 100 * std::clamp(lead + doubt, 0, 2 * doubt) / (2 * doubt);
  return percent * facts.winner_points[4 * (facts.landscape[theirs] - 1) + friends];
}

/// Returns the expected value of a role: its fixed value, plus its value in the conflict, plus the value of the cards
/// drawn later. It assumes that half of the hand is played. For the Builder, its best action is added.
int role_worth(const Facts& facts, int role) {
  const int played = (facts.hand + 1) / 2;
  const int kept = facts.hand - played;
  int worth = kRoleWorth[role] + conflict_worth(facts, facts.conflict, role, 4 * played);
  worth += std::min(draws_with(facts, role), kHandLimit - kept) * card_worth(facts, kept);
  return role == kBuilder ? worth + best_building_act(facts) : worth;
}

}  // namespace

Facts read(const bot_arena::MatchStart& start, const bot_arena::Turn& turn) {
  const auto& setup = start.verraeter();
  const auto& view = turn.verraeter();
  const int seats = static_cast<int>(start.seats());
  const int own = static_cast<int>(turn.seat());
  const int first = static_cast<int>(view.start());
  const auto phase = static_cast<int>(view.phase());

  Facts facts{
      .landscape = copy<kPlaces>(setup.circle_landscape()),
      .base = copy<6>(setup.base()),
      .winner_points = copy<24>(setup.winner_points()),
      .phase = phase,
      .rounds_left = 12 - seats - static_cast<int>(view.round()),
      .conflict = static_cast<int>(view.conflict()),
      .pick = view.pick(),
      .circle = copy<kPlaces>(view.circle_house()),
      .kind = copy<kPlaces>(view.building_kind()),
      .own_house = view.house(own),
      .hand = static_cast<int>(view.hand_sizes(own)),
      .others = {},
  };
  for (int place = 0; place < kPlaces; ++place) {
    if (view.building_seat(place) != turn.seat()) {
      facts.kind[place] = 0;
    }
  }
  const int before = phase == kSupply ? (own + seats - first) % seats : 0;
  for (int step = 0; step < seats; ++step) {
    const int seat = (first + step) % seats;
    if (seat == own) {
      continue;
    }
    int played = 0;
    for (int i = 0; i < 6; ++i) {
      played += static_cast<int>(view.played(6 * seat + i)) * kValues[i];
    }
    const int cards = step < before ? 0 : static_cast<int>(view.hand_sizes(seat));
    facts.others.push_back({.house = view.house(seat), .played = played, .cards = cards});
  }
  return facts;
}

int rate(const Facts& facts, int action) {
  switch (facts.phase) {
    case kConflict:
      return conflict_worth(facts, action - kFight, 0, 0);
    case kDraft:
      return role_worth(facts, action - kPick);
    case kSupply: {
      const Cards cards = cards_in(action);
      return conflict_worth(facts, facts.conflict, facts.pick, cards.points) - cost_of_playing(facts, cards);
    }
    case kDraw: {
      const Cards cards = cards_in(action);
      // Each discarded card makes room for another, which has 3.9 points on average.
      return 39 * cards.size - 10 * cards.points;
    }
    default:
      return building_worth(facts, action);
  }
}

std::uint32_t Greedy::choose(const bot_arena::Turn& turn) {
  const Facts facts = read(start_, turn);
  std::uint32_t best = turn.legal(0);
  int best_rating = std::numeric_limits<int>::min();
  for (const std::uint32_t action : turn.legal()) {
    if (const int rating = rate(facts, static_cast<int>(action)); rating > best_rating) {
      best = action;
      best_rating = rating;
    }
  }
  return best;
}

}  // namespace greedy

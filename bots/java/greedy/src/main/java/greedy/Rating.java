package greedy;

import static greedy.Facts.PLACES;
import static greedy.Facts.SUPPLY;

/**
 * Rates the actions of one turn: estimates the points that an action should bring, in hundredths.
 * For discards, it estimates the gain in the points of the cards in hand, in tenths. Only ratings
 * of the same turn can be compared.
 */
record Rating(Facts facts) {
  private static final int TRAITOR = 1;
  private static final int DIPLOMAT_2 = 2;
  private static final int BUILDER = 4;
  private static final int FARMER = 6;

  private static final int ESTATE = 1;
  private static final int TRADING_POST = 2;

  private static final int CONFLICT = 1;
  private static final int DRAFT = 2;
  private static final int DRAW = 10;

  private static final int FIGHT = 8000;
  private static final int PICK = 8100;
  private static final int BUILD_NOTHING = 8200;
  private static final int PLACE_ESTATE = 8300;
  private static final int PLACE_POST = 8400;
  private static final int FLIP = 8500;
  private static final int MOVE = 8600;
  private static final int MOVE_AND_FLIP = 8800;

  /**
   * The sum of the numbers of both houses, and also of a building's two sides; this sum minus one
   * of them is the other.
   */
  private static final int BOTH = 3;

  private static final int HAND_LIMIT = 5;
  private static final int MOST_DRAWN = 3;
  private static final int BONUS_CARDS = 3;

  // The value of things, in hundredths of a point; found in matches between bots with different
  // values.
  private static final int CARD_DRAWN = 45;
  private static final int POINT_PLAYED = 15;
  private static final int POST_A_CARD = 70;
  private static final int ESTATE_A_ROUND = 20;
  private static final int IDLE_ESTATE_A_ROUND = 5;
  private static final int NEIGHBOUR_A_ROUND = 2;

  /**
   * The fixed value of each role, by role, in hundredths of a point. Its effects on the conflict,
   * the cards and the buildings are rated separately.
   */
  private static final int[] ROLE_WORTH = {0, 250, 0, 0, 0, 260, 0};

  /** The conflict points that each role brings, by role. */
  private static final int[] ROLE_POINTS = {0, 0, 2, 5, 0, 0, 0};

  // Expected conflict points of the cards that other seats may still play. The doubt is the lead
  // that makes a win certain.
  private static final int POINTS_A_CARD = 2;
  private static final int DOUBT_A_CARD = 2;
  private static final int LEAST_DOUBT = 6;

  int rate(int action) {
    return switch (facts.phase()) {
      case CONFLICT -> conflictWorth(action - FIGHT, 0, 0);
      case DRAFT -> roleWorth(action - PICK);
      case SUPPLY -> {
        Cards cards = Cards.cardsIn(action);
        yield conflictWorth(facts.conflict(), facts.pick(), cards.points()) - costOfPlaying(cards);
      }
      case DRAW -> {
        Cards cards = Cards.cardsIn(action);
        // Each discarded card makes room for another, which has 3.9 points on average.
        yield 39 * cards.size() - 10 * cards.points();
      }
      default -> buildingWorth(action);
    };
  }

  /**
   * Returns the chance, in percent, that the seat's side wins the conflict, times the points that
   * the seat then scores. The conflict is between the places border and border + 1.
   */
  private int conflictWorth(int border, int role, int points) {
    int house = houseWith(role);
    int next = (border + 1) % PLACES;
    boolean oursIsFirst = facts.circle()[border] == house;
    int ours = oursIsFirst ? border : next;
    int theirs = oursIsFirst ? next : border;
    int lead = base(ours) - base(theirs) + points + ROLE_POINTS[role];
    int doubt = LEAST_DOUBT;
    int friends = 0;
    for (Facts.Other other : facts.others()) {
      int strength = other.played() + POINTS_A_CARD * other.cards();
      doubt += DOUBT_A_CARD * other.cards();
      if (other.house() == house) {
        friends++;
        lead += strength;
      } else {
        lead -= strength;
      }
    }
    int percent = 100 * Math.min(Math.max(lead + doubt, 0), 2 * doubt) / (2 * doubt);
    return percent * facts.setup().getWinnerPoints(4 * (landscape(theirs) - 1) + friends);
  }

  /**
   * Returns the expected value of a role: its fixed value, plus its value in the conflict, plus the
   * value of the cards drawn later. It assumes that half of the hand is played. For the Builder,
   * its best action is added.
   */
  private int roleWorth(int role) {
    int played = (facts.hand() + 1) / 2;
    int kept = facts.hand() - played;
    int worth = ROLE_WORTH[role] + conflictWorth(facts.conflict(), role, 4 * played);
    worth += Math.min(drawsWith(role), HAND_LIMIT - kept) * cardWorth(kept);
    return role == BUILDER ? worth + bestBuildingAct() : worth;
  }

  private int cardWorth(int kept) {
    if (facts.roundsLeft() > 0) {
      return CARD_DRAWN;
    }
    return kept < BONUS_CARDS ? 100 * posts() : 0;
  }

  /**
   * Returns the cost of playing these cards. Before the last round, this is the value of their
   * strength in later rounds. In the last round, it is the points that the trading posts miss
   * because fewer than three cards are in the hand after drawing. Each card point then costs a
   * hundredth more, so that weaker cards are played if all else is equal.
   */
  private int costOfPlaying(Cards cards) {
    if (facts.roundsLeft() > 0) {
      return POINT_PLAYED * cards.points();
    }
    int kept = facts.hand() - cards.size() + drawsWith(facts.pick());
    return cards.points() + 100 * posts() * (BONUS_CARDS - Math.min(kept, BONUS_CARDS));
  }

  /**
   * Returns the value of the affected building after the action minus its value before. Placing an
   * estate in the set-up is rated in the same way.
   */
  private int buildingWorth(int action) {
    if (action == BUILD_NOTHING) {
      return 0;
    }
    if (action < PLACE_POST) {
      return worthAt(action - PLACE_ESTATE, ESTATE);
    }
    if (action < FLIP) {
      return worthAt(action - PLACE_POST, TRADING_POST);
    }
    if (action < MOVE) {
      int place = action - FLIP;
      return gain(place, place, true);
    }
    boolean flipped = action >= MOVE_AND_FLIP;
    int code = action - (flipped ? MOVE_AND_FLIP : MOVE);
    return gain(code / PLACES, code % PLACES, flipped);
  }

  private int gain(int origin, int target, boolean flipped) {
    int before = facts.kind()[origin];
    int after = flipped ? BOTH - before : before;
    return worthAt(target, after) - worthAt(origin, before);
  }

  /**
   * Returns the value of the Builder's best action, at least 0: a new estate, or the worst estate
   * turned into a trading post. For a new estate it assumes the same value at every place.
   */
  private int bestBuildingAct() {
    int estates = 0;
    int least = Integer.MAX_VALUE;
    for (int place = 0; place < PLACES; place++) {
      if (facts.kind()[place] == ESTATE) {
        estates++;
        least = Math.min(least, worthAt(place, ESTATE));
      }
    }
    int best = estates + posts() < 3 ? facts.roundsLeft() * ESTATE_A_ROUND : 0;
    return estates > 0 && posts() < 2 ? Math.max(best, postWorth() - least) : best;
  }

  /**
   * Returns the value of a building of this kind at a place. An estate brings cards as long as the
   * landscape at its place belongs to the seat's own house. The house is likely to keep this
   * landscape longer if the neighbouring landscapes belong to the house, too.
   */
  private int worthAt(int place, int kind) {
    if (kind == TRADING_POST) {
      return postWorth();
    }
    int house = facts.circle()[place];
    int alike = 0;
    for (int neighbour : new int[] {(place + 1) % PLACES, (place + PLACES - 1) % PLACES}) {
      if (facts.circle()[neighbour] == house) {
        alike++;
      }
    }
    if (house == facts.ownHouse()) {
      return facts.roundsLeft() * (ESTATE_A_ROUND + NEIGHBOUR_A_ROUND * alike);
    }
    return facts.roundsLeft() * (IDLE_ESTATE_A_ROUND - NEIGHBOUR_A_ROUND * alike);
  }

  private int postWorth() {
    return POST_A_CARD
        * (facts.roundsLeft() > 0 ? BONUS_CARDS : Math.min(facts.hand(), BONUS_CARDS));
  }

  private int posts() {
    int posts = 0;
    for (int kind : facts.kind()) {
      if (kind == TRADING_POST) {
        posts++;
      }
    }
    return posts;
  }

  private int houseWith(int role) {
    return role == TRAITOR ? BOTH - facts.ownHouse() : facts.ownHouse();
  }

  private int drawsWith(int role) {
    if (role == FARMER) {
      return MOST_DRAWN;
    }
    int house = houseWith(role);
    int draws = role == DIPLOMAT_2 ? 1 : 0;
    for (int place = 0; place < PLACES; place++) {
      if (facts.kind()[place] == ESTATE && facts.circle()[place] == house) {
        draws++;
      }
    }
    return Math.min(draws, MOST_DRAWN);
  }

  private int landscape(int place) {
    return facts.setup().getCircleLandscapeValue(place);
  }

  private int base(int place) {
    return facts.setup().getBase(landscape(place) - 1);
  }
}

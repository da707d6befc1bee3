package greedy;

import arena.protocol.v1.Arena.MatchStart;
import arena.protocol.v1.Arena.Turn;
import arena.protocol.v1.Verraeter.VerraeterSetup;
import arena.protocol.v1.Verraeter.VerraeterView;
import java.util.ArrayList;
import java.util.List;

/**
 * The facts of a turn that the ratings of actions depend on.
 *
 * @param roundsLeft the number of rounds after this one
 * @param circle by place: the house that owns it
 * @param kind by place: the seat's own building, 1 estate or 2 trading post; 0 if there is none
 * @param hand the number of cards in the seat's own hand
 * @param others the other seats
 */
record Facts(
    VerraeterSetup setup,
    int phase,
    int roundsLeft,
    int conflict,
    int pick,
    int[] circle,
    int[] kind,
    int ownHouse,
    int hand,
    List<Other> others) {
  static final int PLACES = 12;
  static final int SUPPLY = 3;

  /**
   * The facts about another seat that the ratings of actions depend on.
   *
   * @param played the points of the cards it has played this round
   * @param cards the number of cards it may still play this round
   */
  record Other(int house, int played, int cards) {}

  static Facts read(MatchStart start, Turn turn) {
    VerraeterView view = turn.getVerraeter();
    int seats = start.getSeats();
    int own = turn.getSeat();
    int before = view.getPhase() == SUPPLY ? (own + seats - view.getStart()) % seats : 0;
    List<Other> others = new ArrayList<>(seats - 1);
    for (int step = 0; step < seats; step++) {
      int seat = (view.getStart() + step) % seats;
      if (seat != own) {
        int cards = step < before ? 0 : view.getHandSizes(seat);
        others.add(new Other(view.getHouseValue(seat), pointsPlayed(view, seat), cards));
      }
    }
    int[] circle = new int[PLACES];
    int[] kind = new int[PLACES];
    for (int place = 0; place < PLACES; place++) {
      circle[place] = view.getCircleHouseValue(place);
      kind[place] = view.getBuildingSeat(place) == own ? view.getBuildingKindValue(place) : 0;
    }
    return new Facts(
        start.getVerraeter(),
        view.getPhase(),
        12 - seats - view.getRound(),
        view.getConflict(),
        view.getPickValue(),
        circle,
        kind,
        view.getHouseValue(own),
        view.getHandSizes(own),
        others);
  }

  private static int pointsPlayed(VerraeterView view, int seat) {
    int points = 0;
    for (int i = 0; i < Cards.VALUES.length; i++) {
      points += view.getPlayed(Cards.VALUES.length * seat + i) * Cards.VALUES[i];
    }
    return points;
  }
}

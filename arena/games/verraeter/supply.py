"""Phase 3, in which supply cards are played, phase 9, in which they are put away, and the two piles."""

from arena.games.verraeter.cards import WEIGHT_OF, cards_of, subsets
from arena.games.verraeter.state import State, with_item
from arena.games.verraeter.terms import NOBODY

MOST_PLAYED = 5


def begin(state: State) -> None:
    """V-3.1: the start player is first."""
    state.table.actor = state.table.start


def legal(state: State) -> tuple[int, ...]:
    """V-3.2: any cards of the hand, none included, five at most."""
    return subsets(state.hands[state.table.actor], 0, MOST_PLAYED)


def act(state: State, action: int) -> None:
    """V-3.1, V-3.3: the cards lie open; each seat plays exactly once, in turn order."""
    table = state.table
    seat = table.actor
    state.hands = with_item(state.hands, seat, state.hands[seat] - action)
    table.played = with_item(table.played, seat, action)
    following = (seat + 1) % table.seats
    table.actor = NOBODY if following == table.start else following


def put_away(state: State) -> None:
    """V-9.1: all cards played go to the discard pile."""
    table = state.table
    table.discard += sum(table.played)
    table.played = (0,) * table.seats


def discard(state: State, seat: int, cards: int) -> None:
    """Lays `cards` (a code) from the hand of `seat` on the open discard pile."""
    state.hands = with_item(state.hands, seat, state.hands[seat] - cards)
    state.table.discard += cards


def draw(state: State, seat: int, count: int) -> None:
    """V-10.6, V-10.7: `count` cards from the draw pile to the hand, or as many as the two piles hold."""
    drawn = 0
    while count:
        if not state.pile and not _reshuffle(state):
            break
        taken = state.pile[:count]
        state.pile = state.pile[count:]
        count -= len(taken)
        for value in taken:
            drawn += WEIGHT_OF[value]
        if not state.pile and state.rules.options.eager_reshuffle:
            _reshuffle(state)
    state.hands = with_item(state.hands, seat, state.hands[seat] + drawn)


def _reshuffle(state: State) -> bool:
    """The discard pile, shuffled, becomes the draw pile; False if there is none."""
    cards = cards_of(state.table.discard)
    if not cards:
        return False
    state.reshuffles += 1
    state.pile = tuple(state.chance.shuffled("supply", state.reshuffles, cards))
    state.table.discard = 0
    return True

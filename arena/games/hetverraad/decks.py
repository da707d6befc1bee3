"""The deck of building cards and the deck of influence cards: drawing, and shuffling what was discarded."""

from bisect import bisect_right

from arena.games.hetverraad import knowledge
from arena.games.hetverraad.rows import joined, with_item
from arena.games.hetverraad.state import State


def card_left(state: State) -> bool:
    """Whether a building card can be drawn, if need be after a reshuffle."""
    return bool(state.deck or _reshuffled_cards(state))


def draw_card(state: State) -> int:
    """R-29, A-30: the top building card; an empty deck is made anew; 0 if there is no card at all."""
    if not state.deck:
        reshuffle(state)
        if not state.deck:
            return 0
    card = state.deck[0]
    state.deck = state.deck[1:]
    return card


def reshuffle(state: State) -> None:
    """R-29, A-29: the discard pile and the cards for sale become the deck."""
    table = state.table
    cards = _reshuffled_cards(state)
    if cards:
        table.reshuffles += 1
        state.deck = bytes(state.chance.shuffled("buildings", table.reshuffles, cards))
        knowledge.shuffle(state, cards)
        table.discard = b""
        if state.rules.options.stock_joins_reshuffle:
            table.pawnshop = table.market = b""


def _reshuffled_cards(state: State) -> bytes:
    """What a reshuffle would shuffle, ascending: the same cards give the same deck whatever their order was."""
    table = state.table
    cards = table.discard
    if state.rules.options.stock_joins_reshuffle:
        cards += table.pawnshop + table.market
    return bytes(sorted(cards))


def draw_to_hand(state: State, seat: int, count: int) -> None:
    """Draws building cards from the deck, or as many as there are."""
    hand = state.hands[seat]
    for _ in range(count):
        card = draw_card(state)
        if card:
            hand = joined(hand, card)
            knowledge.see(state, bytes((card,)), 1 << seat)
    state.hands = with_item(state.hands, seat, hand)


def influence_left(state: State) -> bool:
    """Whether an influence card can be drawn."""
    return bool(state.influence_deck or state.table.influence_discard)


def draw_influence(state: State, seat: int) -> None:
    """R-53, R-58: the top influence card; an empty deck is made anew from the cards played and laid away.

    Of equal cards in a hand the older ones lie first.
    """
    table = state.table
    if not state.influence_deck and table.influence_discard:
        table.influence_reshuffles += 1
        cards = bytes(sorted(table.influence_discard))
        state.influence_deck = bytes(state.chance.shuffled("influence", table.influence_reshuffles, cards))
        table.influence_discard = b""
        state.influence_ages = tuple([bytes([age + 1 for age in ages]) for ages in state.influence_ages])
    if state.influence_deck:
        hand, ages = state.influence[seat], state.influence_ages[seat]
        at = bisect_right(hand, state.influence_deck[0])
        state.influence = with_item(state.influence, seat, hand[:at] + state.influence_deck[:1] + hand[at:])
        state.influence_ages = with_item(state.influence_ages, seat, ages[:at] + bytes(1) + ages[at:])
        state.influence_deck = state.influence_deck[1:]


def put_away_influence(state: State, seat: int, kind: int) -> None:
    """An influence card leaves the hand for the discard pile, played or laid away; A-40: of equal ones the oldest."""
    hand, ages = state.influence[seat], state.influence_ages[seat]
    at = hand.index(kind)
    state.influence = with_item(state.influence, seat, hand[:at] + hand[at + 1 :])
    state.influence_ages = with_item(state.influence_ages, seat, ages[:at] + ages[at + 1 :])
    state.table.influence_discard += bytes((kind,))

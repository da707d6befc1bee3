"""Phase 2, in which the active seat takes actions in any order, and phase 3, in which it may draw an influence card for
a red square.
"""

from mypy_extensions import i64

from arena.games.hetverraad import actions
from arena.games.hetverraad.acts import areas, building, tokens, trading
from arena.games.hetverraad.acts.influence import add_plays
from arena.games.hetverraad.phases import reactions
from arena.games.hetverraad.state.cells import ACTIVE, ACTOR, AREAS_OF, PHASE, RED, RESUME, STONES
from arena.games.hetverraad.state.decks import draw_influence, put_away_influence
from arena.games.hetverraad.state.piles import INFLUENCE_HAND
from arena.games.hetverraad.state.state import State
from arena.games.hetverraad.terms import ACTION, INFLUENCE_PHASE, NOBODY, SURPLUS


def begin(state: State) -> None:
    """R-16, R-31: begins phase 2: the active seat is the actor until it ends its actions."""
    state.cells[ACTOR] = state.cells[ACTIVE]


def legal(state: State) -> list[object]:
    """R-31: returns the legal actions of phase 2. The seat may take several of them, one after another, in any
    order.
    """
    cells = state.cells
    own = cells[AREAS_OF + cells[ACTIVE] + 1]
    legal = [actions.MADE[actions.END_ACTIONS]]
    if cells[STONES + cells[ACTIVE]]:
        areas.add_legal(legal, state, own)
        building.add_legal_towers(legal, state, own)
        tokens.add_legal(legal, state)
        trading.add_legal_closed(legal, state)
    add_plays(legal, state, 2)
    trading.add_legal(legal, state)
    building.add_legal(legal, state, own)
    return legal


def act(state: State, action: i64) -> None:  # noqa: C901, PLR0912  # one branch for each kind of action
    """R-31: carries out an action of phase 2."""
    cells = state.cells
    if action >= actions.BUILD:
        building.place(state, action)
    elif action >= actions.BUY_FROM_MARKET:
        trading.buy_from_market(state, action - actions.BUY_FROM_MARKET)
    elif action >= actions.BUY_FROM_PAWNSHOP:
        trading.buy_from_pawnshop(state, action - actions.BUY_FROM_PAWNSHOP)
    elif action >= actions.SELL:
        trading.sell_to_market(state, action - actions.SELL)
    elif action >= actions.PAWN:
        trading.sell_to_pawnshop(state, action - actions.PAWN)
    elif action >= actions.PLAY:
        reactions.play(state, action)
    elif action == actions.END_ACTIONS:
        cells[ACTOR] = NOBODY
    elif action == actions.BUY_CARD:
        trading.buy_card(state)
    elif action == actions.BUY_INFLUENCE:
        trading.buy_influence(state)
        _check_surplus(state)
    elif action >= actions.EXCHANGE:
        tokens.exchange(state, action - actions.EXCHANGE)
    elif action == actions.BUY_BLACK:
        tokens.buy_black(state)
    elif action == actions.BUY_WHITE:
        tokens.buy_white(state)
    elif action >= actions.BUILD_TOWER:
        building.place_tower(state, action - actions.BUILD_TOWER)
    else:
        reactions.announce(state, action)


def begin_influence(state: State) -> None:
    """R-58: carries out phase 3: the active seat draws an influence card if its score has reached a red square in this
    turn.
    """
    cells = state.cells
    if cells[RED]:
        draw_influence(state, cells[ACTIVE])
        _check_surplus(state)


def _check_surplus(state: State) -> None:
    """R-54: starts the phase SURPLUS if the active seat has too many influence cards. The seat must then play or
    discard a card.
    """
    cells = state.cells
    if len(state.piles[INFLUENCE_HAND + cells[ACTIVE]]) > state.rules.city.influence_hand:
        cells[RESUME] = cells[PHASE]
        cells[PHASE] = SURPLUS
        cells[ACTOR] = cells[ACTIVE]


def legal_surplus(state: State) -> list[object]:
    """R-54, R-55: returns the legal actions of a seat with too many influence cards: to discard a card or, in phase 2,
    to play a card.
    """
    cells = state.cells
    legal = [actions.MADE[actions.LAY_AWAY + kind] for kind in sorted(set(state.piles[INFLUENCE_HAND + cells[ACTIVE]]))]
    if cells[RESUME] == ACTION:
        add_plays(legal, state, 2)
    return legal


def act_surplus(state: State, action: i64) -> None:
    """R-54: discards or plays the chosen card, and returns to the interrupted phase."""
    cells = state.cells
    cells[PHASE], cells[RESUME] = cells[RESUME], 0
    if cells[PHASE] == INFLUENCE_PHASE:
        cells[ACTOR] = NOBODY
    if action >= actions.PLAY:
        reactions.play(state, action)
    else:
        put_away_influence(state, cells[ACTIVE], action - actions.LAY_AWAY)

"""The reasons for refusing a game of OpenSpiel."""

from typing import Any, Final

from arena.games.entry import MOST_SEATS
from arena.games.outside.openspiel.rules import choices

FEW_ACTIONS: Final = 10
"""The fewest actions that a game must have if each seat chooses only once in a match. A game with fewer actions is
refused.
"""
OF_FILES: Final = ("boards_file", "filename", "instances_file", "puzzles_root", "word_list_file")
"""The parameters whose value is the name of a file. A game with a value for one of them is refused."""
SHARED: Final = ("lewis_signaling", "trade_comm")
"""The names of games in which all seats always get the same score, although the library does not say so. Such games are
refused.
"""
REASONS: Final = {
    "add_noise": "it adds noise to its scores, which are then not multiples of a unit",
    "efg_game": "it reads its rules from a file, which is not part of its version",
    "nfg_game": "it reads its rules from a file, which is not part of its version",
    "normal_form_extensive_game": "each seat chooses once, a plan of the whole match",
    "restricted_nash_response": "it is made for computing answers, and its seats do not play the same game",
}


def refused_kind(kind: Any, given: bool) -> str:  # noqa: ANN401  # the library has no types
    """Returns the reason why no game of this kind can be played; empty if there is none. `given`: whether the
    game's name contains parameters, which some kinds need.
    """
    if kind.short_name in REASONS:
        return REASONS[kind.short_name]
    if kind.dynamics.name == "MEAN_FIELD":
        return "it is a mean-field game, in which one seat plays against a population"
    if kind.max_num_players < 2:
        return "it has one seat"
    if not (kind.default_loadable or given):
        return f"it needs parameters, of {', '.join(sorted(kind.parameter_specification))}"
    return ""


def refused_game(game: Any) -> str:  # noqa: ANN401  # as above
    """Returns the reason why this game cannot be played in a league; empty if it can."""
    kind, seats = game.get_type(), game.num_players()
    if seats < 2:
        return "it has one seat"
    if seats > MOST_SEATS:
        return f"it has {seats} seats, and a game of the arena has {MOST_SEATS} at most"
    if kind.chance_mode.name == "SAMPLED_STOCHASTIC":
        return "it draws its luck inside, so no deal could be played again with the bots in other seats"
    if kind.utility.name == "IDENTICAL" or kind.short_name in SHARED:
        return "all seats get the same score, so nobody can be ranked"
    actions = game.num_distinct_actions()
    if choices(game) <= seats and actions < FEW_ACTIONS:
        return f"each seat chooses once, among {actions} actions"
    return ""

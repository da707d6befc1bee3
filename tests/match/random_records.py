"""Records of random matches for tests."""

from arena.match import Match, MatchRecord
from tests.games.matches import Case, states_of
from tests.match.counting import spec_of


def record_of(case: Case, seed: int = 5) -> MatchRecord:
    """Plays a random match of the case's game; returns its record."""
    rules_version = case.game.info.rules_version
    match = Match(
        spec_of(case.seats, seed, game=case.key, rules_version=rules_version, edition=case.edition), case.game
    )
    for _, action in states_of(case, seed):
        if action is not None:
            assert match.choose(action)
    return match.record()

"""Tests that all house bots pass `arena check`, in sandboxes if this machine has them."""

import pytest

from arena.authoring.conformance.check import Verdict
from arena.building.building import CACHE
from arena.building.builds.build_limits import NO_NETWORK, Terms
from arena.building.house import house_bot_names
from arena.building.manifest import read_manifest
from arena.building.warm_homes import warm_home
from arena.sandbox.box import Box
from arena.sandbox.level_proof import proved
from arena.sandbox.levels import AUTO, BOXES
from tests.authoring.conformance.checking import check, names
from tests.suite.proved import rests_on_proof
from tests.suite.sizes import sized

LANGUAGES = sorted({path.parts[-3] for path in house_bot_names().values()})
LIKE_OTHERS = (
    "banker", "champion", "connect-four-alphabeta", "greedy", "hetverraad-builder", "hetverraad-montecarlo",
    "hetverraad-treason", "liars-dice-believer", "montecarlo", "tron-flood",
)  # fmt: skip
"""House bots in Python that `make test` leaves out, because it checks other bots that use the same kit.

If a bot in this list plays Verräter or Het Verraad, tests/bots tests its choices. Otherwise, `make test` checks another
house bot for the same game.
"""
TRIED = {name: path for name, path in house_bot_names().items() if name not in sized(LIKE_OTHERS, ())}


@pytest.mark.slow
@pytest.mark.timeout(1_800)
@rests_on_proof("check")
@pytest.mark.parametrize("language", LANGUAGES)
def test_house_bots_pass(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setenv("RUSTFLAGS", "-Copt-level=0")  # halves the time; the bots need not be fast
    bots = {name: read_manifest(path) for name, path in TRIED.items() if path.parts[-3] == language}
    if missing := {program for bot in bots.values() for program in bot.missing()}:
        pytest.skip(f"bots in {language} need {' and '.join(sorted(missing))}")
    box = Box(proved(AUTO).level)
    if box.level in BOXES:  # several builds of this language use the warm home, here and in other tests
        warm_home(next(iter(bots.values())), Terms.at(box.level, NO_NETWORK), CACHE, print)
    found = check(list(bots), box=box)
    for name, outcomes in found.items():
        assert names(outcomes, Verdict.FAIL) == [], (name, [outcome for outcome in outcomes if outcome.happened])
        one_at_a_time = {"batches"} if language == "stdio" else set()
        assert set(names(outcomes, Verdict.SKIPPED)) <= {"build"} | one_at_a_time

"""Tests of asking bots for their choices, with real processes."""

import asyncio
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from arena.asking.decision import Decision
from arena.building.house import house_bots
from arena.building.manifest import Manifest, read_manifest
from arena.sandbox.box import UNCONFINED
from arena.similarity.choices import bot_choices, choice_comparison
from arena.similarity.choices import positions as of_house
from arena.similarity.choices.agreement import LEAST_EXCESS
from arena.similarity.choices.bot_choices import ask_all
from arena.similarity.choices.choice_comparison import Compared, build_bots, compare_bots
from arena.similarity.choices.positions import positions
from arena.similarity.sources.source_comparison import compare_sources
from arena.similarity.subjects import read_subject
from tests.asking.bots import bot, decision_after


@pytest.fixture(autouse=True)
def _fewer_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_house, "MATCHES", 6)
    monkeypatch.setattr(of_house, "players_of", lambda game: [house(name) for name in HOUSE[game]])
    monkeypatch.setattr(choice_comparison, "house_bots_of", lambda game: [house(name) for name in HOUSE[game][:2]])


HOUSE = {
    "verraeter": ("greedy", "banker", "random"),
    "hetverraad": ("hetverraad-builder", "hetverraad-treason", "random"),
}


def compared_among(bots: Mapping[str, Manifest]) -> Compared:
    return asyncio.run(compare_bots(build_bots(bots, UNCONFINED), UNCONFINED))


def house(name: str) -> Manifest:
    return read_manifest(house_bots() / "python" / name / "bot.toml")


def copy_of(name: str, folder: Path, *changes: tuple[str, str]) -> Path:
    """Copies a house bot to another folder, as a student might, with these replacements in its code; returns the
    folder.
    """
    shutil.copytree(house_bots() / "python" / name, folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / "bot.py").read_text("utf-8")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    (folder / "bot.py").write_text(text, "utf-8")
    return folder


def test_a_bot_copied_with_a_constant_changed_is_found_by_both_ways(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_greedy = lambda _: [house("banker")]  # noqa: E731  # greedy would explain the agreement
    monkeypatch.setattr(choice_comparison, "house_bots_of", without_greedy)
    one = copy_of("greedy", tmp_path / "one", ("POST_A_CARD = 45, 15, 70", "POST_A_CARD = 60, 15, 70"))
    other = copy_of("greedy", tmp_path / "other", ("2, 2, 6", "2, 2, 7"), ("rate(", "value("), ("facts", "known"))
    subjects = [read_subject(folder.name, folder) for folder in (one, other, house_bots() / "python" / "random")]
    hints = [pair for pair in compare_sources({one.name: one.files for one in subjects}).pairs if pair.hint]
    assert [(pair.one, pair.other) for pair in hints] == [("one", "other")]
    bots = {subject.name: subject.bot for subject in subjects if subject.bot}
    compared = compared_among(bots)
    assert compared.notes == {}
    assert [(pair.one, pair.other) for pair in compared.pairs if pair.low >= LEAST_EXCESS] == [("one", "other")]


def test_a_game_of_two_seats_has_positions_and_copies_play_where_bots_are_fewer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(of_house, "players_of", lambda _: [house("random")])
    decisions = asyncio.run(positions("connect-four"))
    assert {len(decision.spec.entrants) for decision in decisions} == {2}
    assert len({decision.spec.id for decision in decisions}) == of_house.MATCHES


def test_house_bots_of_either_game_and_two_starters_stay_below(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_house, "MATCHES", 4)
    bots = {name: house(name) for name in ("greedy", "banker", "hetverraad-builder", "hetverraad-treason")}
    bots |= {name: read_manifest(copy_of("starter", tmp_path / name) / "bot.toml") for name in ("ann", "ben")}
    found = compared_among(bots)
    assert {pair.game for pair in found.pairs} == {"verraeter", "hetverraad"}
    assert [pair for pair in found.pairs if pair.hint] == []


def test_the_same_is_found_every_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_house, "MATCHES", 4)
    bots = {name: read_manifest(copy_of("starter", tmp_path / name) / "bot.toml") for name in ("ann", "ben")}
    first, second = (compared_among(bots | {"greedy": house("greedy")}) for _ in range(2))
    assert first == second
    assert len(first.pairs) == 3


@pytest.mark.parametrize("game", ["verraeter", "hetverraad"])
def test_positions_are_the_same_every_time_with_something_to_choose(game: str) -> None:
    first, second = (asyncio.run(positions(game)) for _ in range(2))
    assert [decision.digest() for decision in first] == [decision.digest() for decision in second]
    assert len({decision.spec.id for decision in first}) == 6
    assert len(first) == 60
    assert min(len(decision.game.legal_actions(decision.state)) for decision in first) >= 3


def decisions() -> list[Decision]:
    return [decision_after(actions) for actions in range(4, 10)]


@pytest.mark.parametrize(
    ("choosing", "answered", "words"),
    [
        ("return turn.legal[0]", 6, ""),
        ("return 99999", 0, "answered at 0 of 6 positions: at step 6 the bot chose the illegal action 99999"),
        ("sys.exit('no')", 0, "at step 6: the process ended with exit status 1"),
        ("while True: pass", 0, "at step 6: it did not answer within 1 s"),
        (
            "sys.exit('once') if not Path('was').exists() and not Path('was').touch() else 0\nreturn turn.legal[0]",
            5,
            "answered at 5 of 6 positions: hostile failed at step 4",
        ),
    ],
)
def test_a_bot_that_fails_is_started_again_a_few_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, choosing: str, answered: int, words: str
) -> None:
    monkeypatch.setattr(bot_choices, "ANSWER_S", 1.0)
    found = asyncio.run(ask_all(bot(tmp_path, "hostile", choosing).launch(), "hostile", decisions()))
    assert len(found.choices) == 6
    assert sum(choice is not None for choice in found.choices) == answered
    assert words in found.note
    assert bool(words) == bool(found.note)


def test_two_that_draw_lots_draw_each_their_own(tmp_path: Path) -> None:
    dice = bot(tmp_path, "dice", "import random\nreturn random.Random(self.start.seed).choice(turn.legal)").launch()
    ann, ben, again = (asyncio.run(ask_all(dice, name, decisions())).choices for name in ("ann", "ben", "ann"))
    assert ann == again != ben


def test_a_bot_that_reads_the_names_of_actions_is_told_them(tmp_path: Path) -> None:
    reader = bot(tmp_path, "reader", "return turn.legal[list(turn.names).index(min(turn.names))]")
    program = tmp_path / "reader" / "bot.py"
    program.write_text(program.read_text("utf-8").replace("run(Asked)", "run(Asked, names=True)"), "utf-8")
    assert asyncio.run(ask_all(reader.launch(), "reader", decisions())).note == ""


def test_a_bot_that_cannot_be_built_is_told_and_the_others_are_asked(tmp_path: Path) -> None:
    broken = copy_of("greedy", tmp_path / "broken")
    manifest = (broken / "bot.toml").read_text("utf-8")
    (broken / "bot.toml").write_text(f'{manifest}build = ["false"]\n', "utf-8")
    built = build_bots({"broken": read_manifest(broken / "bot.toml"), "greedy": house("greedy")}, UNCONFINED)
    assert list(built.bots) == ["greedy"]
    assert built.notes["broken"].startswith("not asked: the build of greedy failed, exit status 1")

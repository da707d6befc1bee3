"""Tests of matches between Python bots in one process."""

import sys
from functools import partial
from pathlib import Path

import pytest

from arena.bot import Bot, MatchEnd, MatchStart, Random, Turn, load, play
from arena.errors import ArenaError

TOLD: list[tuple[str, tuple[int, ...], tuple[int, ...]]] = []


class Picks(Bot):
    """A bot that chooses the legal action with index `place`, or a random legal action if `place` is None."""

    def __init__(self, start: MatchStart, place: int | None = None) -> None:
        super().__init__(start)
        self.random, self.place = Random(start.seed), place

    def choose(self, turn: Turn) -> int:
        return self.random.pick(turn.legal) if self.place is None else turn.legal[self.place]

    def end(self, end: MatchEnd) -> None:
        TOLD.append((self.start.game, tuple(end.scores), tuple(end.ranks)))


class Raises(Picks):
    def choose(self, turn: Turn) -> int:
        raise LookupError("nothing here")


class Cheats(Picks):
    def choose(self, turn: Turn) -> int:
        return 99_999


def test_a_match_is_played_to_its_end_and_the_same_again_by_its_seed() -> None:
    TOLD.clear()
    record = play([Picks, Picks, partial(Picks, place=0)], "verraeter", 7)
    assert [("verraeter", record.scores, record.ranks)] * 3 == TOLD
    assert (record.spec.edition, len(record.scores), min(record.ranks)) == ("official", 3, 1)
    assert play([Picks, Picks, partial(Picks, place=0)], "verraeter", 7) == record
    assert play([Picks, Picks, partial(Picks, place=0)], "verraeter", 8).actions != record.actions
    assert play([Picks] * 2, "hetverraad", edition="swift").spec.edition == "swift"


def test_what_a_bot_does_wrong_is_told_with_its_name_and_its_seat() -> None:
    with pytest.raises(LookupError, match="nothing here"):
        play([Raises, Picks, Picks], "verraeter")
    with pytest.raises(
        ArenaError,
        match=r"Cheats at seat \d chose 99999, which is not legal; the legal actions are \d+, .* and \d+ more",
    ) as caught:
        play([Picks, Picks, Cheats], "verraeter")
    assert (caught.value.code, caught.value.hint) == (
        "illegal-action",
        "let the bot's method choose() return one of the actions in turn.legal",
    )
    for bots, game, edition, code in (
        ([Picks] * 5, "verraeter", None, "bad-seats"),
        ([Picks] * 3, "verraeter", "second", "bad-edition"),
        ([Picks] * 3, "verrater", None, "unknown-game"),
    ):
        with pytest.raises(ArenaError) as caught:
            play(bots, game, edition=edition)
        assert caught.value.code == code


def test_a_bot_is_loaded_from_its_folder_with_what_lies_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "beside.py").write_text("PLACE = -1\n")
    program = tmp_path / "bot.py"
    program.write_text(
        "import beside\nfrom arena.bot import Bot, run\nclass Last(Bot):\n"
        "    def choose(self, turn):\n        return turn.legal[beside.PLACE]\n"
        "if __name__ == '__main__':\n    run(Last)\n"
    )
    last = load(tmp_path)
    assert last.__name__ == "Last"
    assert play([last] * 3, "verraeter") == play([load(str(tmp_path))] * 3, "verraeter")
    packages = tmp_path / ".venv" / "lib" / "site-packages"
    packages.mkdir(parents=True)
    (packages / "of_its_environment.py").write_text("")
    monkeypatch.syspath_prepend(str(packages))
    program.write_text(f"import of_its_environment\n{program.read_text()}")
    load(tmp_path)
    assert sys.modules.pop("of_its_environment")  # it must stay loaded: some packages cannot be imported twice
    program.write_text("from arena.bot import Bot\n")
    with pytest.raises(ArenaError, match="must define exactly one subclass of Bot, but defines none"):
        load(tmp_path)
    with pytest.raises(ArenaError, match=r"does not contain a bot\.py") as caught:
        load(tmp_path / "nowhere")
    assert caught.value.code == "bot-not-found"

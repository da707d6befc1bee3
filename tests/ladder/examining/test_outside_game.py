"""Tests of a ladder with a game that is defined in a file: every process that examines bots knows the game, on this
machine and on others.
"""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.authoring.conformance.bench import Bench
from arena.errors import ArenaError
from arena.games.finding import add_file
from arena.games.registry import GAMES
from arena.ladder.examining import cluster, examining
from arena.ladder.examining.cluster import Order
from arena.ladder.ladder import Ladder
from arena.ladder.playing.files import LADDERS, load_game
from arena.ladder.submissions.notes import notes_of
from tests.games.outside import pig
from tests.games.outside.known import forget_games
from tests.ladder.archives import archive
from tests.ladder.conftest import joined
from tests.ladder.working import hand_in, states, work

pytestmark = pytest.mark.usefixtures("forget_games")
__all__ = ["forget_games"]


def pigs(folder: Path, game: str = "./pig.py") -> Path:
    """Writes the file of a ladder, with a game in another file in the same folder; returns the ladder's file."""
    (folder / LADDERS).mkdir(exist_ok=True)
    shutil.copy(pig.__file__, folder / LADDERS / "pig.py")
    file = folder / LADDERS / "pigs.toml"
    file.write_text(f'game = "{game}"\nseats = 2\nbots = [{{ manifest = "random" }}]\n')
    return file


def bot(games: str) -> bytes:
    return archive({"bot.toml": f'name = "mine"\ncommand = ["{{python}}", "bot.py"]\ngames = {games}\n', "bot.py": ""})


def test_a_server_knows_the_games_of_its_ladders(ladder: Ladder) -> None:
    pigs(ladder.folder)
    ladder.serve("http://127.0.0.1:8080/")
    assert GAMES["pig"].origin == str(ladder.folder / LADDERS / "pig.py")


def test_what_is_wrong_with_a_file_keeps_no_server_from_its_others(ladder: Ladder) -> None:
    pigs(ladder.folder)
    (ladder.folder / LADDERS / "a.toml").write_text("game =")
    bad = ladder.folder / LADDERS / "b.toml"
    bad.write_text('game = "./nothing.py"')
    ladder.serve("http://127.0.0.1:8080/")
    assert "pig" in GAMES
    with pytest.raises(ArenaError, match="does not exist"):
        load_game(bad)


@pytest.mark.usefixtures("quick")
def test_a_bot_of_no_game_here_is_rejected_with_the_games_there_are(ladder: Ladder) -> None:
    number = hand_in(ladder, joined(ladder, "Ann"), bot('["pgi", "gip"]')).number
    work(ladder)
    assert states(ladder, number) == ["received", "rejected"]
    with ladder.base.reading() as connection:
        told = notes_of(connection, number)[-1]
    assert told.sentence.startswith(
        "bot.toml names only the games pgi, gip, but this server has only the games verraeter, "
    )


def test_a_bot_is_examined_in_those_of_its_games_that_are_played_here(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    examined: list[tuple[str, ...]] = []

    async def perform(bench: Bench, _: object) -> None:
        examined.append(bench.bot().games)

    monkeypatch.setattr(examining, "perform", perform)
    load_game(pigs(ladder.folder))
    hand_in(ladder, joined(ladder, "Ann"), bot('["chess", "pig"]'))
    work(ladder)
    assert examined == [("pig",)]


def test_the_game_travels_to_the_machine_that_examines(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch, forget_games: Callable[[], None]
) -> None:
    orders: list[Order] = []

    def brought(_: object, order: Order) -> cluster.Found:
        orders.append(order)
        return cluster.Found("", "")

    monkeypatch.setattr(cluster.ExaminationElsewhere, "_brought_of", brought)
    load_game(pigs(ladder.folder))
    hand_in(ladder, joined(ladder, "Ann"), bot('["pig"]'))
    work(ladder, "tcp://nowhere:1")
    [order] = orders
    forget_games()
    monkeypatch.setattr(cluster, "PROVE_ONCE", stop)
    with pytest.raises(StopIteration):
        cluster.examine(order)
    assert GAMES["pig"].files == order.games[0].files


def stop(_: object) -> None:
    raise StopIteration


def test_a_ladder_of_another_game_of_the_same_name_is_told(tmp_path: Path) -> None:
    other = tmp_path / "pig.py"
    other.write_text(Path(pig.__file__).read_text("utf-8") + "\n", "utf-8")
    add_file(other)
    with pytest.raises(ArenaError, match="has the name pig, which a game from"):
        load_game(pigs(tmp_path))

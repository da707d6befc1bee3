"""Tests that games from outside the arena are found by a path or in a package, and are identified by their key and the
hash of their files.
"""

import os
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

from arena.errors import ArenaError
from arena.games import Chance, finding
from arena.games.registry import GAMES, create_game, find_game, shipped_components
from tests.games.outside import pig
from tests.games.outside.known import forget_games

pytestmark = pytest.mark.usefixtures("forget_games")
__all__ = ["forget_games"]
SOURCE = Path(pig.__file__).read_text("utf-8")
Forget = Callable[[], None]


def write(path: Path, text: str = SOURCE) -> Path:
    path.write_text(text, "utf-8")
    return path


def refusal(path: Path) -> ArenaError:
    with pytest.raises(ArenaError) as caught:
        finding.add_file(path)
    assert caught.value.hint
    return caught.value


def test_a_file_has_a_game_by_the_name_of_the_file(tmp_path: Path) -> None:
    key = finding.find_game_named("./my_pig.py", write(tmp_path / "my_pig.py").parent)
    entry = find_game(key)
    assert (key, entry.info.key, entry.info.title, entry.origin) == (
        "my-pig",
        "my-pig",
        "Pig",
        str(tmp_path / "my_pig.py"),
    )
    assert create_game(key, shipped_components(key)).info is entry.info
    assert entry.substitute() == "random"


@pytest.mark.parametrize("packaged", [False, True])
def test_what_a_game_prints_is_not_among_what_a_program_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], packaged: bool
) -> None:
    said = SOURCE.replace("        following =", "        print('chosen', action)\n        following =", 1)
    file = write(tmp_path / "talking_pig.py", said)
    if packaged:
        monkeypatch.syspath_prepend(tmp_path)
        key = finding.add_point(EntryPoint("talking-pig", "talking_pig", finding.GROUP))
    else:
        key = finding.add_file(file)
    game = create_game(key)
    game.apply(game.deal(2, "standard", Chance(bytes(32))), pig.ROLL)
    assert capsys.readouterr() == ("", f"chosen {pig.ROLL}\n")


def test_the_same_file_again_is_the_same_game_and_another_one_is_refused(tmp_path: Path) -> None:
    file = write(tmp_path / "pig.py")
    finding.add_file(file)
    known = GAMES["pig"]
    finding.add_file(file)
    assert GAMES["pig"] is known
    write(file, SOURCE + "\n")
    error = refusal(file)
    assert error.message == f"the game in {file} has the name pig, which a game from {file} has already"
    assert (
        "has the name verraeter, which a game from the arena has already"
        in refusal(write(tmp_path / "verraeter.py")).message
    )


def test_each_byte_of_a_file_is_in_its_hash(tmp_path: Path, forget_games: Forget) -> None:
    hashes = set()
    for text in (SOURCE, SOURCE + "\n", SOURCE.replace("GOAL = 30", "GOAL = 31")):
        finding.add_file(write(tmp_path / "pig.py", text))
        hashes.add(GAMES["pig"].files)
        forget_games()
    assert len(hashes) == 3


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("pig.py", "", "pig.py does not define the variable GAME"),
        (
            "pig.py",
            "import nothing_of_this_name",
            "raised ModuleNotFoundError: No module named 'nothing_of_this_name' (",
        ),
        ("pig.py", "1 +", "raised SyntaxError: invalid syntax (pig.py, line 1)"),
        ("pig.py", "GAME = 7", "pig is not a valid game: info is None (NoneType)"),
        ("größe.py", SOURCE, "the file name 'größe' cannot be the name of a game"),
        ("a" * 30 + ".py", SOURCE, "cannot be the name of a game"),
    ],
)
def test_a_file_that_is_no_game_is_refused(tmp_path: Path, name: str, text: str, said: str) -> None:
    error = refusal(write(tmp_path / name, text))
    assert error.code == "bad-game"
    assert said in error.message
    assert error.message.count(" line ") <= 1


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert refusal(tmp_path / "pig.py").message == f"the file {tmp_path / 'pig.py'} does not exist"


def test_a_package_tells_of_its_games(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("pig", "tests.games.outside.pig:GAME", finding.GROUP)

    def found(**wanted: Any) -> EntryPoints:
        return EntryPoints([point]).select(**wanted)

    monkeypatch.setattr(finding, "entry_points", found)
    assert finding.packaged() == ["pig"]
    assert finding.find_game_named("pig", Path()) == "pig"
    assert GAMES["pig"].origin == "tests.games.outside.pig:GAME"
    assert len(GAMES["pig"].files) == 32
    with pytest.raises(
        ArenaError, match=r"the game 'chess' does not exist; the games are verraeter, .*, pig"
    ) as caught:
        finding.find_game_named("chess", Path())
    assert caught.value.code == "unknown-game"


def test_what_was_hashed_runs_and_no_bytecode_beside_it(tmp_path: Path, forget_games: Forget) -> None:
    file = write(tmp_path / "pig.py", SOURCE.replace("GOAL = 30", "GOAL = 31"))
    finding.add_file(file)
    made = file.stat()
    forget_games()
    write(file)
    # Python compares this time to decide whether bytecode is up to date
    os.utime(file, ns=(made.st_atime_ns, made.st_mtime_ns))
    finding.add_file(file)
    assert sys.modules["arena_game_pig"].GOAL == 30
    assert not (tmp_path / "__pycache__").exists()


def test_a_game_that_ends_the_program_is_no_game(tmp_path: Path) -> None:
    assert "raised SystemExit: 3" in refusal(write(tmp_path / "pig.py", "import sys\nsys.exit(3)\n")).message

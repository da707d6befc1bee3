"""What commands load: everybody who types one waits for it."""

import subprocess
import sys

import pytest

from arena.games.registry import GAMES

HEAVY = {"arena.games.hetverraad", "arena.games.verraeter", "grpc", "numpy", "pathspec", "sqlalchemy"}


def loaded_by(program: str) -> set[str]:
    """What of that an interpreter has when it has run this."""
    telling = f"import sys; {program}; print(*{HEAVY} & sys.modules.keys())"
    told = subprocess.run([sys.executable, "-c", telling], capture_output=True, text=True, check=True)
    return set(told.stdout.split())


@pytest.mark.parametrize(
    ("commands", "loaded"),
    [
        ((), set()),
        (("bots.build", "bots.init", "ladders.login", "ladders.submit", "ladders.submissions"), set()),
        (("leagues.faults", "leagues.verify"), {"sqlalchemy"}),
        (("leagues.standings",), {"numpy", "sqlalchemy"}),
        (("leagues.run_league",), {"sqlalchemy"}),  # its workers play
    ],
)
def test_a_command_loads_no_library_that_it_does_not_need(commands: tuple[str, ...], loaded: set[str]) -> None:
    names = ", ".join(("arena.cli.main", *(f"arena.cli.commands.{name}" for name in commands)))
    assert loaded_by(f"import {names}") == loaded


@pytest.mark.parametrize("game", GAMES)
def test_who_plays_one_game_loads_no_other(game: str) -> None:
    program = (
        "from arena.bot import Search; from arena.protocol.codecs import CODECS; "
        f"from arena.games.registry import create_game; CODECS[{game!r}]; create_game({game!r})"
    )
    assert loaded_by(program) == {f"arena.games.{game}"}


def test_what_a_command_has_loaded_is_not_looked_through_for_garbage_at_its_end() -> None:
    told = "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 10_000)); import arena.cli.main"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"

"""Tests of the modules that commands and their processes load. Few modules may be loaded, because users wait for each
command to start.
"""

import inspect
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Final

import click
import pytest

from arena.building.builds.build_limits import NETWORKS, REGISTRIES
from arena.cli.handlers.faults import MOST_SHOWN
from arena.cli.main import main
from arena.games.registry import BUILT_IN
from arena.league.settings import PROCESS, RECALLS
from arena.similarity.exports import FORMS
from arena.system.processes import guard
from leaderboards.reports.formats import FORMATS

HEAVY: Final = {
    "alembic", "arena.games.hetverraad", "arena.games.outside.author", "arena.games.verraeter", "asyncio", "click",
    "google.protobuf", "grpc", "h2", "importlib.metadata", "importlib.resources", "jinja2",
    "leaderboards.reports.standings", "numpy", "pathspec", "prometheus_client", "rich", "sqlalchemy", "starlette",
    "structlog", "tarfile", "trueskill", "uvicorn",
}  # fmt: skip
HOST: Final = {"asyncio", "google.protobuf", "grpc"}
"""The slow modules, among those in HEAVY, that a process must load to run bots."""
BESIDE: Final = {"asyncio", "google.protobuf", "importlib.metadata", "importlib.resources", "tarfile"}
"""The slow modules, among those in HEAVY, that a command may also load if it loads sqlalchemy."""
TABLES: Final = {"leaderboards.reports.standings", "trueskill"}
HANDLERS: Final = sorted(path.stem for path in (Path(inspect.getfile(main.callback)).parent / "handlers").glob("*.py"))  # type: ignore[arg-type]


def loaded_by(program: str, words: tuple[str, ...] = (), **variables: str) -> set[str]:
    """Returns the slow modules, among those in HEAVY, that a Python process has loaded when its program ends.

    `words`: the program's arguments; `variables`: further environment variables of the process.
    """
    telling = (
        "import atexit, sys\n"
        f"atexit.register(lambda: print('loaded', *{HEAVY} & sys.modules.keys(), file=sys.stderr))\n"
        f"{program}"
    )
    environment = os.environ | variables
    command = (sys.executable, "-c", telling, *words)
    told = subprocess.run(command, capture_output=True, text=True, check=False, env=environment).stderr.splitlines()
    assert told[-1].startswith("loaded"), told
    return set(told[-1].split()[1:])


def loaded_by_arena(*words: str, **variables: str) -> set[str]:
    return loaded_by("from arena.cli.entry import main; sys.argv[0] = 'arena'; main()", words, **variables)


@pytest.mark.parametrize(
    ("words", "loaded"),
    [
        (("--version",), {"click"}),
        (("--help",), {"click"}),
        (("play", "--help"), {"click"}),
        (("run-league", "--help"), {"click"}),
        (("list",), {"arena.games.outside.author", "click", *(f"arena.games.{game}" for game in BUILT_IN)}),
    ],
)
def test_what_is_typed_most_loads_nothing_that_plays_or_keeps(words: tuple[str, ...], loaded: set[str]) -> None:
    assert loaded_by_arena(*words) == loaded


@pytest.mark.parametrize(
    "line",
    [
        "",
        "run-",
        "play verraeter ",
        *(
            f"{command} -"
            for command in (
                "run-league", "standings", "faults", "verify", "compare", "play", "replay", "similarity", "build",
                "check", "playback",
            )
        ),
    ],
)  # fmt: skip
def test_a_shell_that_completes_loads_nothing_that_plays_or_keeps(line: str) -> None:
    words = f"arena {line}"
    place = str(len(words.split(" ")) - 1)
    assert loaded_by_arena(_ARENA_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=place) == {"click"}


@pytest.mark.parametrize(
    ("commands", "loaded"),
    [
        (("commands.bots.init", "commands.ladders.login"), set()),
        (("handlers.play",), HOST),
        (("handlers.faults",), {"sqlalchemy"}),
        (("handlers.verify",), {"sqlalchemy", *TABLES}),
        (("handlers.standings",), {"numpy", "rich", "sqlalchemy", *TABLES}),
        (("handlers.run_league",), {"sqlalchemy"}),  # its workers, which are other processes, play the matches
    ],
)
def test_a_command_loads_no_library_that_it_does_not_need(commands: tuple[str, ...], loaded: set[str]) -> None:
    found = loaded_by(f"import arena.cli.main, {', '.join(f'arena.cli.{name}' for name in commands)}")
    assert found - {"click"} - (BESIDE if "sqlalchemy" in found else set()) == loaded


def test_a_worker_loads_what_hosts_bots_and_nothing_else() -> None:
    assert loaded_by("import arena.cli.entry, arena.league.playing.worker") == HOST


def test_a_bot_loads_what_speaks_to_the_arena_and_nothing_else() -> None:
    assert loaded_by("import arena.bot") == {"google.protobuf", "h2"}


def test_a_guard_loads_nothing_that_takes_longer_than_python_to_start() -> None:
    """A guard, the process that starts a bot and ends everything that the bot has started, imports no slow module. Each
    process of a bot has a guard, so slow imports would delay every bot.
    """
    telling = f"import sys; sys.path.insert(0, {str(Path(guard.__file__).parent)!r}); import guard; print(*sys.modules)"
    told = subprocess.run((sys.executable, "-I", "-S", "-c", telling), capture_output=True, text=True, check=True)
    assert not {"contextlib", "enum", "pathlib", "re", "signal", "typing"} & set(told.stdout.split())


@pytest.mark.parametrize("game", BUILT_IN)
def test_who_plays_one_game_loads_no_other(game: str) -> None:
    program = (
        "from arena.bot import Search; from arena.protocol.codecs import CODECS; "
        f"from arena.games.registry import create_game; CODECS[{game!r}]; create_game({game!r})"
    )
    assert loaded_by(program) == {f"arena.games.{game}", "google.protobuf", "h2"}


def test_what_a_command_has_loaded_is_not_looked_through_for_garbage_at_its_end() -> None:
    told = "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 10_000)); import arena.cli.main"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def test_a_handler_takes_what_its_command_takes() -> None:
    context = click.Context(main)
    done = set()
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command
        assert command.callback
        handler = name.replace("-", "_")
        if hasattr(command.callback, "__wrapped__") and handler in HANDLERS:
            done.add(handler)
            function = getattr(import_module(f"arena.cli.handlers.{handler}"), handler)
            taken = {name for name in inspect.signature(function).parameters if name != "context"}
            assert taken == {parameter.name for parameter in command.params if parameter.expose_value}, name
    assert {"play", "run_league", "standings"} <= done


def test_the_words_an_option_takes_are_those_there_are() -> None:
    """Each command has a copy of the words that its options accept, because the modules that define the words load
    slowly. This test compares the copies with the originals.
    """
    assert choices("compare", "recall") == (PROCESS, [*RECALLS])
    assert choices("check", "build_network") == (REGISTRIES, [*NETWORKS])
    assert choices("standings", "ending") == ("table", ["table", *FORMATS])
    assert option("similarity", "exported").type.types[0].choices == tuple(FORMS)  # type: ignore[attr-defined]
    assert (
        option("faults", "everything").help
        == f"Print all faults; without this option, only the first {MOST_SHOWN} are printed, also with --json."
    )


def choices(command: str, name: str) -> tuple[object, list[str]]:
    found = option(command, name)
    assert isinstance(found.type, click.Choice)
    return found.default, list(found.type.choices)


def option(command: str, name: str) -> click.Option:
    found = main.get_command(click.Context(main), command)
    assert found
    [one] = [parameter for parameter in found.params if parameter.name == name]
    assert isinstance(one, click.Option)
    return one


def test_what_grpc_notes_of_its_own_does_not_stand_between_the_sentences() -> None:
    asks = "import atexit, os; atexit.register(lambda: print(os.environ.get('GRPC_VERBOSITY')))"
    program = f"{asks}\nfrom arena.cli.entry import main; main()"
    environment = {name: value for name, value in os.environ.items() if name != "GRPC_VERBOSITY"}
    command = (sys.executable, "-c", program, "--version")
    told = subprocess.run(command, capture_output=True, text=True, check=False, env=environment).stdout
    assert told.splitlines()[-1] == "ERROR"

"""Builds: once for each content, in the bot's folder, with their failures shown and nothing left running."""

import os
import time
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.league import building
from arena.league.building import build, build_copy, built
from arena.league.league_file import read_league
from arena.league.manifest import Manifest, read_manifest
from tests.league.leagues import write_bot, write_league


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "CACHE", tmp_path / "cache")


COUNTING = "echo built >> ../builds; printf '#!/bin/sh\\n' > program; chmod +x program"


def write_built_bot(folder: Path, script: str, extra: str = "", name: str = "ann") -> Path:
    """A bot whose build is a shell script that makes `program`."""
    manifest = write_bot(folder, name)
    (manifest.parent / ".gitignore").write_text("program\n")
    (manifest.parent / "build.sh").write_text(script)
    manifest.write_text(f'name = "{name}"\nbuild = ["sh", "build.sh"]\ncommand = ["./program"]\n{extra}')
    return manifest


def failure(bot: Manifest) -> ArenaError:
    with pytest.raises(ArenaError) as caught:
        build(bot)
    return caught.value


def test_a_build_runs_once_for_each_content(tmp_path: Path) -> None:
    manifest = write_built_bot(tmp_path, COUNTING)
    told: list[str] = []
    for _ in range(3):
        bot = build(read_manifest(manifest), told.append)
    assert Path(bot.launch().command[0]) == manifest.parent / "program"
    assert told == ["building ann: sh build.sh"]
    (manifest.parent / "bot.py").write_text("changed")
    build(read_manifest(manifest))
    build(read_manifest(manifest))
    assert (tmp_path / "builds").read_text() == "built\n" * 2


def test_a_change_in_a_source_builds_again(tmp_path: Path) -> None:
    (tmp_path / "kit").mkdir()
    manifest = write_built_bot(tmp_path, COUNTING, 'sources = ["../kit"]\n')
    for content in ("one", "one", "two"):
        (tmp_path / "kit" / "kit.c").write_text(content)
        build(read_manifest(manifest))
    assert (tmp_path / "builds").read_text() == "built\n" * 2


def test_what_was_built_and_is_gone_is_built_again(tmp_path: Path) -> None:
    manifest = write_built_bot(tmp_path, COUNTING)
    build(read_manifest(manifest))
    (manifest.parent / "program").unlink()
    build(read_manifest(manifest))
    assert (tmp_path / "builds").read_text() == "built\n" * 2


def test_a_bot_without_a_build_is_ready(tmp_path: Path) -> None:
    bot = read_manifest(write_bot(tmp_path, "ann"))
    assert build(bot) == bot
    assert {path.name for path in bot.folder.iterdir()} == {"bot.py", "bot.toml"}


def test_a_failed_build_shows_the_command_and_what_it_printed(tmp_path: Path) -> None:
    script = "for i in $(seq 99); do echo line $i; done; printf '\\033[2Jno such type\\n' >&2; exit 3"
    bot = read_manifest(write_built_bot(tmp_path, script))
    error = failure(bot)
    assert error.code == "build-failed"
    sentence, *output = error.message.splitlines()
    assert sentence == "the build of ann failed, exit status 3: sh build.sh"
    assert output[-2:] == ["line 99", "[2Jno such type"]
    assert len(output) == building.SHOWN_LINES
    assert error.hint == f"run it in {bot.folder} and mend it; all it printed is in .arena-build.log there"
    assert "line 1\n" in (bot.folder / ".arena-build.log").read_text()
    assert read_manifest(bot.folder / "bot.toml").content_hash == bot.content_hash


def test_a_build_that_failed_is_tried_again(tmp_path: Path) -> None:
    manifest = write_built_bot(tmp_path, f"test -e ../mended || exit 1; {COUNTING}")
    assert failure(read_manifest(manifest)).code == "build-failed"
    (tmp_path / "mended").touch()
    build(read_manifest(manifest))


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("true", "there is no ./program afterwards"),
        ("echo more >> bot.py", "it changed files that are the bot"),
        ("touch left.o", "it changed files that are the bot"),
        ("kill -9 $$", "exit status -9"),
    ],
)
def test_a_build_that_does_not_make_the_bot_fails(tmp_path: Path, script: str, said: str) -> None:
    error = failure(read_manifest(write_built_bot(tmp_path, script)))
    assert error.message.startswith(f"the build of ann failed, {said}: sh build.sh")


def test_a_build_that_makes_content_is_told_which(tmp_path: Path) -> None:
    manifest = write_built_bot(tmp_path, "touch left.o")
    for path in manifest.parent.iterdir():
        os.utime(path, (1, 1))
    error = failure(read_manifest(manifest))
    assert error.message.endswith(": sh build.sh\nleft.o")
    assert error.hint == "name in a .gitignore in its folder what a build makes, and let it change nothing else"


def test_every_file_a_build_changed_is_told_whatever_its_time(tmp_path: Path) -> None:
    manifest = write_built_bot(tmp_path, "echo more >> bot.py; touch -d 2001-01-01 bot.py; rm notes; touch new")
    (manifest.parent / "notes").touch()
    assert failure(read_manifest(manifest)).message.endswith("\nbot.py\nnew\nnotes")


NPM_INSTALL = f"test -e package-lock.json || echo 1 > package-lock.json; {COUNTING}"
"""What `npm install` does to the content."""


def test_a_build_that_writes_a_lock_file_works_when_it_is_done_again(tmp_path: Path) -> None:
    manifest = write_built_bot(tmp_path, NPM_INSTALL)
    error = failure(read_manifest(manifest))
    assert error.message.endswith("it changed files that are the bot: sh build.sh\npackage-lock.json")
    assert error.hint == "a lock file belongs to the bot, and there was none: build again"
    assert build(read_manifest(manifest)).startable()


def test_a_lock_file_that_is_written_in_a_copy_is_to_be_made_at_home(tmp_path: Path) -> None:
    bot = read_manifest(write_built_bot(tmp_path, NPM_INSTALL))
    with pytest.raises(ArenaError) as caught:
        build_copy(bot)
    assert caught.value.hint == (
        f"a lock file belongs to the bot, and there was none: run the build in {bot.folder} once, and keep it there"
    )
    with pytest.raises(ArenaError, match="package-lock"):
        build(bot)
    assert build_copy(read_manifest(bot.folder / "bot.toml")).startable()


def test_a_lock_file_that_is_written_again_is_to_be_read_only(tmp_path: Path) -> None:
    """As npm install does: it puts the folder's name in where package.json has none."""
    bot = read_manifest(write_built_bot(tmp_path, f"pwd > package-lock.json; {COUNTING}"))
    with pytest.raises(ArenaError):
        build(bot)
    bot = build(read_manifest(bot.folder / "bot.toml"))
    with pytest.raises(ArenaError) as caught:
        build_copy(bot)
    assert caught.value.hint == (
        "a lock file belongs to the bot: let the build only read it, as npm ci and cargo --locked do"
    )


@pytest.mark.parametrize("name", ["Cargo.lock", "go.sum", "npm-shrinkwrap.json", "pnpm-lock.yaml", "sub/yarn.lock"])
def test_lock_files_of_other_tools_are_known(tmp_path: Path, name: str) -> None:
    error = failure(read_manifest(write_built_bot(tmp_path, f"mkdir -p sub; touch {name}; {COUNTING}")))
    assert error.hint == "a lock file belongs to the bot, and there was none: build again"


@pytest.mark.parametrize(("spoilt", "status"), [(".arena-built", 0), (".arena-build.log", 1), (".gitignore", 0)])
def test_a_build_cannot_break_what_the_arena_writes_beside_it(tmp_path: Path, spoilt: str, status: int) -> None:
    bot = read_manifest(write_built_bot(tmp_path, f"{COUNTING}; rm -f {spoilt}; mkdir {spoilt}; exit {status}"))
    for _ in range(2):
        with pytest.raises(ArenaError) as caught:
            build_copy(bot)
        assert caught.value.code == "build-failed"


def test_a_build_that_takes_too_long_is_ended_with_all_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "LIMIT_S", 1)
    script = "sleep 600 & echo $! > ../child; wait"
    error = failure(read_manifest(write_built_bot(tmp_path, script)))
    assert error.message.startswith("the build of ann failed, it took longer than 1 s")
    assert gone(int((tmp_path / "child").read_text()))


def test_what_a_build_leaves_running_is_ended(tmp_path: Path) -> None:
    build(read_manifest(write_built_bot(tmp_path, f"{COUNTING}; sleep 600 & echo $! > ../child")))
    assert gone(int((tmp_path / "child").read_text()))


def gone(process: int) -> bool:
    """Whether the process has ended, or does so within a few seconds."""
    for _ in range(100):
        stat = Path(f"/proc/{process}/stat")
        if not stat.exists() or stat.read_text().rsplit(")", 1)[1].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False


def test_a_missing_tool_is_named_and_is_no_failure_of_the_bot(tmp_path: Path) -> None:
    bot = read_manifest(write_built_bot(tmp_path, COUNTING, 'needs = ["no-such-tool", "sh", "nor-this"]\n'))
    error = failure(bot)
    assert error.code == "no-build-tool"
    assert error.message == "ann needs no-such-tool and nor-this, which cannot be found"
    assert error.hint


def test_a_build_that_prints_nothing_is_told_on_one_line(tmp_path: Path) -> None:
    bot = read_manifest(write_built_bot(tmp_path, "true"))
    assert failure(bot).message == "the build of ann failed, there is no ./program afterwards: sh build.sh"


def test_a_build_that_is_no_program_is_a_failure_of_the_bot(tmp_path: Path) -> None:
    manifest = write_built_bot(tmp_path, COUNTING)
    manifest.write_text(manifest.read_text().replace('"sh", "build.sh"', '"./build.sh"'))
    (manifest.parent / "build.sh").chmod(0o755)
    error = failure(read_manifest(manifest))
    assert error.code == "build-failed"
    assert error.message == "the build of ann failed, it cannot be started (Exec format error): ./build.sh"


def test_a_build_sees_nothing_of_the_environment_but_what_finds_its_tools(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PGPASSWORD", "GOOGLE_KEY", "HOMEBREW_TOKEN", "TERMINAL_TOKEN"):
        monkeypatch.setenv(name, "secret")
    for name in ("CARGO_HOME", "GOPROXY", "LC_ALL", "https_proxy"):
        monkeypatch.setenv(name, "/there")
    build(read_manifest(write_built_bot(tmp_path, f"env > ../environment; {COUNTING}")))
    seen = (tmp_path / "environment").read_text()
    assert seen.count("=/there\n") == 4
    assert "secret" not in seen


def test_a_folder_that_cannot_be_written_is_built_in_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = read_manifest(write_built_bot(tmp_path, COUNTING))
    monkeypatch.setattr(os, "access", lambda path, mode: not (mode == os.W_OK and path == bot.folder))
    there = build(bot)
    assert there.folder == tmp_path / "cache" / bot.content_hash.hex() / bot.name
    assert (there.folder / "program").exists()
    assert not (bot.folder / "program").exists()


def test_a_bot_that_does_not_build_stays_in_its_league_unfit(tmp_path: Path) -> None:
    write_built_bot(tmp_path, "echo no such type; exit 1", name="ann")
    write_built_bot(tmp_path, COUNTING, name="ben")
    league = read_league(write_league(tmp_path))
    told: list[str] = []
    ann, ben, cid = built(league, told.append).bots
    assert ann.unfit == "the build of ann failed, exit status 1: sh build.sh"
    assert ann.output == "no such type"
    assert (ben.unfit, cid.unfit) == ("", "")
    assert (ben.folder / "program").exists()
    assert told == [
        "building ann: sh build.sh",
        f"{ann.unfit}\nno such type\nann forfeits its matches",
        "building ben: sh build.sh",
    ]


def test_a_league_plays_what_its_hash_names_and_not_what_also_lies_in_the_folder(tmp_path: Path) -> None:
    """A program that was brought along, and the mark of a build that never was."""
    manifest = write_built_bot(tmp_path, "cp bot.py program; chmod +x program")
    (manifest.parent / "program").write_text("another program")
    (manifest.parent / "program").chmod(0o755)
    bot = read_manifest(manifest)
    (bot.folder / building.MARK).write_text(bot.content_hash.hex())
    ann, *_ = built(read_league(write_league(tmp_path))).bots
    assert ann.folder == tmp_path / "cache" / bot.content_hash.hex() / bot.name
    assert (ann.folder / "program").read_text() == (bot.folder / "bot.py").read_text()
    assert built(read_league(tmp_path / "cup.toml")).bots[0] == ann


def test_a_league_plays_bots_that_are_not_built_from_copies_too(tmp_path: Path) -> None:
    """Else a hidden file, which no hash names, could play."""
    league = read_league(write_league(tmp_path))
    (tmp_path / "ann" / ".model").write_text("stays at home")
    for bot, home in zip(built(league).bots, league.bots, strict=True):
        assert bot.folder == tmp_path / "cache" / home.content_hash.hex() / home.name
        assert [path.name for path in sorted(bot.folder.iterdir())] == ["bot.py", "bot.toml"]


def test_a_bot_whose_program_is_no_content_is_unfit(tmp_path: Path) -> None:
    manifest = write_bot(tmp_path, "ann")
    (manifest.parent / ".venv").mkdir()
    (manifest.parent / ".venv" / "python").symlink_to("/bin/sh")
    manifest.write_text('name = "ann"\ncommand = [".venv/python"]\n')
    told: list[str] = []
    ann, *_ = built(read_league(write_league(tmp_path)), told.append).bots
    assert ann.unfit == "ann has no .venv/python in a copy of its content"
    assert told == [f"{ann.unfit}\nann forfeits its matches"]


def test_a_league_with_a_bot_whose_tool_is_missing_does_not_begin(tmp_path: Path) -> None:
    write_built_bot(tmp_path, COUNTING, 'needs = ["no-such-tool"]\n')
    with pytest.raises(ArenaError, match="ann needs no-such-tool"):
        built(read_league(write_league(tmp_path)))


def test_an_optional_bot_whose_tool_is_missing_is_left_out(tmp_path: Path) -> None:
    write_built_bot(tmp_path, COUNTING, 'needs = ["no-such-tool"]\n')
    path = write_league(tmp_path, bots=("ben", "cid", "dan", "ann"), tail="optional = true\n")
    league = read_league(path)
    assert [bot.name for bot in league.bots] == ["ben", "cid", "dan"]
    assert league.left_out == ("ann is left out: it needs no-such-tool",)

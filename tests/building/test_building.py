"""Tests that a finished build is reused until the bot's files change, and that errors show why a build failed."""

import os
import re
from pathlib import Path

import pytest

from arena.building import building
from arena.building.building import build, build_copy
from arena.building.manifest import read_manifest
from arena.errors import ArenaError
from tests.building.built_bots import COUNTING, failure, write_built_bot
from tests.league.leagues import write_bot


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
    log = re.fullmatch(
        rf"run this command in {bot.folder} and fix what fails; all that the build printed is in (.*)", error.hint or ""
    )
    assert log
    assert "line 1\n" in Path(log[1]).read_text()
    assert not log[1].startswith(str(bot.folder))
    assert read_manifest(bot.folder / "bot.toml").content_hash == bot.content_hash


def test_a_build_that_failed_is_tried_again(tmp_path: Path) -> None:
    manifest = write_built_bot(tmp_path, f"test -e ../mended || exit 1; {COUNTING}")
    assert failure(read_manifest(manifest)).code == "build-failed"
    (tmp_path / "mended").touch()
    build(read_manifest(manifest))


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("true", "it left no ./program"),
        ("echo more >> bot.py", "it changed files that belong to the bot"),
        ("touch left.o", "it changed files that belong to the bot"),
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
    assert (
        error.hint == "in the bot's .gitignore, list the files that the build makes; a build may not change other files"
    )


def test_every_file_a_build_changed_is_told_whatever_its_time(tmp_path: Path) -> None:
    manifest = write_built_bot(tmp_path, "echo more >> bot.py; touch -d 2001-01-01 bot.py; rm notes; touch new")
    (manifest.parent / "notes").touch()
    assert failure(read_manifest(manifest)).message.endswith("\nbot.py\nnew\nnotes")


NPM_INSTALL = f"test -e package-lock.json || echo 1 > package-lock.json; {COUNTING}"
"""A build script that changes the bot's content as `npm install` does: it adds a lock file if there is none."""


def test_a_build_that_writes_a_lock_file_works_when_it_is_done_again(tmp_path: Path) -> None:
    manifest = write_built_bot(tmp_path, NPM_INSTALL)
    error = failure(read_manifest(manifest))
    assert error.message.endswith("it changed files that belong to the bot: sh build.sh\npackage-lock.json")
    assert (
        error.hint
        == "build again; the build made a lock file, which belongs to the bot, because the bot did not have one"
    )
    assert build(read_manifest(manifest)).startable()


def test_a_lock_file_that_is_written_in_a_copy_is_to_be_made_at_home(tmp_path: Path) -> None:
    bot = read_manifest(write_built_bot(tmp_path, NPM_INSTALL))
    with pytest.raises(ArenaError) as caught:
        build_copy(bot)
    assert caught.value.hint == (
        f"run the build in {bot.folder} once, and keep the lock file there; the build made a lock file, "
        "which belongs to the bot, because the bot did not have one"
    )
    with pytest.raises(ArenaError, match="package-lock"):
        build(bot)
    assert build_copy(read_manifest(bot.folder / "bot.toml")).startable()


def test_a_lock_file_that_is_written_again_is_to_be_read_only(tmp_path: Path) -> None:
    """Tests the hint for a build that changes the bot's lock file instead of only reading it. `npm install` changes it
    if package.json has no name.
    """
    bot = read_manifest(write_built_bot(tmp_path, f"pwd > package-lock.json; {COUNTING}"))
    with pytest.raises(ArenaError):
        build(bot)
    bot = build(read_manifest(bot.folder / "bot.toml"))
    with pytest.raises(ArenaError) as caught:
        build_copy(bot)
    assert caught.value.hint == (
        "let the build only read the lock file, which belongs to the bot, as npm ci and cargo --locked do"
    )


@pytest.mark.parametrize("name", ["Cargo.lock", "go.sum", "npm-shrinkwrap.json", "pnpm-lock.yaml", "sub/yarn.lock"])
def test_lock_files_of_other_tools_are_known(tmp_path: Path, name: str) -> None:
    error = failure(read_manifest(write_built_bot(tmp_path, f"mkdir -p sub; touch {name}; {COUNTING}")))
    assert (
        error.hint
        == "build again; the build made a lock file, which belongs to the bot, because the bot did not have one"
    )


def test_a_build_that_spoils_its_gitignore_fails(tmp_path: Path) -> None:
    bot = read_manifest(write_built_bot(tmp_path, f"{COUNTING}; rm -f .gitignore; mkdir .gitignore"))
    for _ in range(2):
        with pytest.raises(ArenaError) as caught:
            build_copy(bot)
        assert caught.value.code == "build-failed"


def test_a_missing_tool_is_named_and_is_no_failure_of_the_bot(tmp_path: Path) -> None:
    bot = read_manifest(write_built_bot(tmp_path, COUNTING, 'needs = ["no-such-tool", "sh", "nor-this"]\n'))
    error = failure(bot)
    assert error.code == "no-build-tool"
    assert error.message == "the bot ann needs no-such-tool and nor-this, which this machine does not have"
    assert error.hint


def test_a_build_that_prints_nothing_is_told_on_one_line(tmp_path: Path) -> None:
    bot = read_manifest(write_built_bot(tmp_path, "true"))
    assert failure(bot).message == "the build of ann failed, it left no ./program: sh build.sh"


def test_a_build_that_is_no_program_is_a_failure_of_the_bot(tmp_path: Path) -> None:
    manifest = write_built_bot(tmp_path, COUNTING)
    manifest.write_text(manifest.read_text().replace('"sh", "build.sh"', '"./build.sh"'))
    (manifest.parent / "build.sh").chmod(0o755)
    error = failure(read_manifest(manifest))
    assert error.code == "build-failed"
    assert error.message == "the build of ann failed, it cannot be started (Exec format error): ./build.sh"

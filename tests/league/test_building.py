"""Builds: once for each content, in the bot's folder, with their failures shown and nothing left running."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.league import building
from arena.league.building import build, build_copy, built, changed_since, seals
from arena.league.builds import command
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
    log = re.fullmatch(rf"run it in {bot.folder} and mend it; all it printed is in (.*)", error.hint or "")
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


def test_a_build_that_spoils_its_gitignore_fails(tmp_path: Path) -> None:
    bot = read_manifest(write_built_bot(tmp_path, f"{COUNTING}; rm -f .gitignore; mkdir .gitignore"))
    for _ in range(2):
        with pytest.raises(ArenaError) as caught:
            build_copy(bot)
        assert caught.value.code == "build-failed"


@pytest.mark.parametrize("place", [".arena-build.log", ".arena-built", "../.build.log", "../.sealed"])
@pytest.mark.parametrize("ready", [build, build_copy])
def test_a_link_where_a_log_or_a_mark_was_shows_and_empties_no_file(
    tmp_path: Path, place: str, ready: Callable[[Manifest], Manifest]
) -> None:
    """The arena showed what such a link led to, and the next build emptied it."""
    secret = tmp_path / "secret"
    secret.write_text("42")
    bot = read_manifest(write_built_bot(tmp_path, f"ln -sf {secret} {place}; exit 1"))
    for _ in range(2):
        with pytest.raises(ArenaError) as caught:
            ready(bot)
        assert "42" not in caught.value.message
    assert secret.read_text() == "42"


def test_a_flood_of_output_is_kept_in_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "LOG_BYTES", 1_000)
    bot = read_manifest(write_built_bot(tmp_path, "head -c 3000000 /dev/zero | tr '\\0' x; echo end; exit 1"))
    error = failure(bot)
    log = Path((error.hint or "").rpartition(" ")[2]).read_text()
    assert log.startswith("(2999004 bytes before this are left out)\nxxx")
    assert log.endswith("xxxend\n")
    assert len(log) < 1_100


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


@pytest.mark.skipif(not shutil.which("setsid"), reason="setsid is not installed")
def test_what_leaves_its_session_ends_with_the_build(tmp_path: Path) -> None:
    build(
        read_manifest(
            write_built_bot(tmp_path, f"{COUNTING}; setsid -f sh -c 'echo $$ > ../child; sleep 600'; sleep 1")
        )
    )
    assert gone(int((tmp_path / "child").read_text()))


def test_a_build_that_ends_its_guard_is_ended_all_the_same(tmp_path: Path) -> None:
    bot = read_manifest(write_built_bot(tmp_path, "sleep 600 & echo $! > ../child; kill -9 $PPID; sleep 600"))
    assert failure(bot).message.startswith("the build of ann failed, it ended its guard")
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


SECRETS = {
    "PGPASSWORD": "secret",
    "GOOGLE_KEY": "secret",
    "NPM_TOKEN": "secret",
    "CARGO_REGISTRY_TOKEN": "secret",
    "PIP_INDEX_URL": "https://me:secret@there/simple",
    "https_proxy": "http://me:secret@there:3128",
    "GOPROXY": "https://me:secret@there,direct",
    "MAVEN_PASSWORD": "secret",
}


def test_a_build_in_a_copy_gets_what_finds_its_tools_and_nothing_that_may_be_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {**SECRETS, "http_proxy": "http://there:3128", "LC_ALL": "C"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}:/opt/tokens/python@3.11/bin")
    build_copy(read_manifest(write_built_bot(tmp_path, f"env > {tmp_path}/environment; {COUNTING}")))
    seen = (tmp_path / "environment").read_text()
    assert "secret" not in seen
    assert "http_proxy=http://there:3128\n" in seen
    assert "LC_ALL=C\n" in seen
    assert f"PATH={os.environ['PATH']}\n" in seen


def test_an_authors_build_gets_more_but_no_secret_of_something_else(
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


def test_a_build_in_a_copy_has_a_home_that_no_other_build_sees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home" / ".m2").mkdir(parents=True)
    (tmp_path / "home" / ".npmrc").write_text("registry=https://mirror.example/npm\n")
    (tmp_path / "home" / ".m2" / "settings.xml").write_text("<password>secret</password>")
    script = f"ls -A $HOME > {tmp_path}/NAME; cat $HOME/.npmrc >> {tmp_path}/NAME; touch $HOME/poison; {COUNTING}"
    for name in ("ann", "ben"):
        build_copy(read_manifest(write_built_bot(tmp_path, script.replace("NAME", f"of-{name}"), name=name)))
        assert (tmp_path / f"of-{name}").read_text() == ".npmrc\nregistry=https://mirror.example/npm\n"
    assert sorted(path.name for path in (tmp_path / "home").iterdir()) == [".m2", ".npmrc"]
    assert not list((tmp_path / "cache").glob("*/.home"))


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
    (bot.folder / ".arena-built").write_text(bot.content_hash.hex())
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


@pytest.mark.parametrize(
    "change",
    [
        "echo other > program",
        "touch .hidden",
        "mkdir -p __pycache__; touch __pycache__/bot.pyc",
        "rm program",
        "mv program other; ln -s other program",
        "chmod a-x program",
        "echo more >> bot.py",
    ],
)
def test_a_copy_that_was_changed_does_not_play(tmp_path: Path, change: str) -> None:
    """One that was took its bot from 67 % to 10 %, and nobody noticed."""
    write_built_bot(tmp_path, COUNTING.replace("../builds", f"{tmp_path}/builds"))
    league = read_league(write_league(tmp_path))
    ann = built(league).bots[0]
    made = seals(built(league))
    assert (tmp_path / "builds").read_text() == "built\n"
    ann.folder.chmod(0o755)
    for path in ann.folder.iterdir():
        path.chmod(0o755)
    subprocess.run(["sh", "-c", change], cwd=ann.folder, check=True)
    assert changed_since(league, made) == ["ann"]
    told: list[str] = []
    assert built(league, told.append).bots[0] == ann
    assert told == ["the copy of ann was changed since it was made: it is made anew", "building ann: sh build.sh"]
    assert (ann.folder / "program").read_text() == "#!/bin/sh\n"
    assert changed_since(league, seals(league)) == []
    assert seals(league) == made


def test_what_is_left_in_a_copy_that_is_not_built_does_not_play(tmp_path: Path) -> None:
    """Python takes a program from there whose source no hash names."""
    league = read_league(write_league(tmp_path))
    ann = built(league).bots[0]
    ann.folder.chmod(0o755)
    (ann.folder / "__pycache__").mkdir()
    built(league)
    assert [path.name for path in sorted(ann.folder.iterdir())] == ["bot.py", "bot.toml"]


def test_nobody_may_write_into_a_copy(tmp_path: Path) -> None:
    write_built_bot(tmp_path, f"{COUNTING}; mkdir lib; rmdir lib")
    root = built(read_league(write_league(tmp_path))).bots[0].folder
    for path in (root, *root.rglob("*")):
        assert path.stat().st_mode & 0o222 == 0


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

"""Making bots ready to play: the `build` of a manifest is run once for each content.

Rule 1: an author's bot is built in its folder, where the next build is quick. A league's bots are built and play in a
copy that holds just what counts as the bot, so that what plays is what its hash names, and nothing a folder also had
in it.
Rule 2: one build at a time, because bots may share what they are built on.
Rule 3: a hidden file beside the manifest says what was built last; a build that fails leaves none.
Rule 4: a build that fails is the bot's failure, and costs that bot its matches; a tool that is missing is ours.
"""

import errno
import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Final

from arena.errors import ArenaError
from arena.league.bundle import copied, locked, no_room
from arena.league.content import content_hash
from arena.league.league import League
from arena.league.manifest import Manifest

LIMIT_S: Final = 1_800
SHOWN_LINES: Final = 40
MARK: Final = ".arena-built"
LOG: Final = ".arena-build.log"
FAILED: Final = "build-failed"
LOCK: Final = "build.lock"
FULL: Final = (errno.ENOSPC, errno.EDQUOT)
LOCK_FILE: Final = re.compile(r".+[-.]lock(\.[a-z]+)?|go\.sum|npm-shrinkwrap\.json")
"""Where tools for packages write down which versions they took."""
CACHE: Final = Path(tempfile.gettempdir()) / f"arena-bots-{os.getuid()}"
"""Where the bots of leagues are built and play, and those are built that cannot be at home."""

PASSED_ON: Final = re.compile(
    "PATH|HOME|USER|LANG|TMPDIR|TERM|CC|CXX|CFLAGS|CXXFLAGS|CPPFLAGS|LDFLAGS|LD_LIBRARY_PATH|RUSTFLAGS|"
    "(LC|XDG|SSL|NODE|NPM|npm|CARGO|RUST|RUSTUP|JAVA|MAVEN|MVN|M2|CMAKE|PIP|PYENV)_.*|PKG_CONFIG.*|"
    "GO(ARCH|BIN|CACHE|ENV|FLAGS|INSECURE|MODCACHE|NOPROXY|NOSUMDB|OS|PATH|PRIVATE|PROXY|ROOT|SUMDB|TOOLCHAIN)|"
    "(http|https|no)_proxy|(HTTP|HTTPS|NO)_PROXY|(REQUESTS|CURL)_CA_BUNDLE"
)
"""Environment variables a build gets, and no others: what finds tools, and the packages they fetch."""


def built(league: League, tell: Callable[[str], None] = lambda _: None) -> League:
    """The league with its bots in copies, built; one that fails in its copy is unfit to start.

    Raises ArenaError [no-build-tool], [foreign-cache], [bad-bundle], [no-copy].

    `tell` is told of every build before it runs, and of every failure.
    """
    return replace(league, bots=tuple(_built_or_unfit(bot, tell) for bot in league.bots))


def build(bot: Manifest, tell: Callable[[str], None] = lambda _: None) -> Manifest:
    """An author's bot, built unless it was already, and where it lies now: in a copy if its folder may not be written.

    Raises ArenaError [no-build-tool], [foreign-cache], [no-copy], and [build-failed] with what the build printed last.
    """
    demand_tools(bot)
    if not bot.build:
        return bot
    if not os.access(bot.folder, os.W_OK):
        return build_copy(bot, tell)
    return _build(bot, bot.folder, tell)


def build_copy(bot: Manifest, tell: Callable[[str], None] = lambda _: None) -> Manifest:
    """The bot as a league plays it: in a copy of its content, built there unless it was already.

    Raises ArenaError as `build` does, and [bad-bundle]; [build-failed] also if its program is no part of the content.
    """
    demand_tools(bot)
    copy = copied(bot, CACHE)
    if bot.build:
        return _build(copy, bot.folder, tell)
    if not copy.startable():
        raise ArenaError(
            FAILED,
            f"{bot.name} has no {bot.command[0]} in a copy of its content",
            "a hidden file and what lies in another folder are no content: rename it, or name the folder in sources",
        )
    return copy


def demand_tools(bot: Manifest) -> None:
    """Complains of programs that the bot needs and that are not installed: ArenaError [no-build-tool]."""
    if missing := bot.missing():
        raise ArenaError(
            "no-build-tool",
            f"{bot.name} needs {' and '.join(missing)}, which cannot be found",
            "install what is missing, or leave the bot out, in a league with optional = true",
        )


def _built_or_unfit(bot: Manifest, tell: Callable[[str], None]) -> Manifest:
    try:
        return build_copy(bot, tell)
    except ArenaError as error:
        if error.code != FAILED:
            raise
        sentence, _, output = error.message.partition("\n")
        tell(f"{error.message}\n{bot.name} forfeits its matches")
        return replace(bot, unfit=sentence, output=output)


def _build(bot: Manifest, home: Path, tell: Callable[[str], None]) -> Manifest:
    """The bot, built where it lies; `home` is where its author keeps it."""
    if not _is_built(bot):
        with locked(CACHE, LOCK):
            if not _is_built(bot):
                tell(f"building {bot.name}: {' '.join(bot.build)}")
                try:
                    _run(bot, home)
                except OSError as error:
                    if error.errno in FULL:
                        raise no_room(f"the build of {bot.name}", bot.folder, error) from error
                    raise _failed(bot, home, f"{error.filename}: {error.strerror}") from error
    return bot


def _is_built(bot: Manifest) -> bool:
    with suppress(OSError):
        return (bot.folder / MARK).read_text("ascii") == bot.content_hash.hex() and bot.startable()
    return False


def _run(bot: Manifest, home: Path) -> None:
    (bot.folder / MARK).unlink(missing_ok=True)
    before = bot.file_hashes()
    if how := _run_build(bot):
        raise _failed(bot, home, how)
    if content_hash(bot.folder, bot.sources) != bot.content_hash:
        raise _changed(bot, home, before)
    if not bot.startable():
        raise _failed(bot, home, f"there is no {bot.command[0]} afterwards")
    (bot.folder / MARK).write_text(bot.content_hash.hex(), "ascii")


def _run_build(bot: Manifest) -> str:
    """Runs the build in a process group of its own, which ends with it; says what went wrong, if anything did."""
    environment = {name: value for name, value in os.environ.items() if PASSED_ON.fullmatch(name)}
    with (bot.folder / LOG).open("wb") as log:
        try:
            process = subprocess.Popen(  # noqa: S603  # running the bot's own command is the point
                bot.build,
                cwd=bot.folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        except OSError as error:  # it may be no program: a script without its first line
            return f"it cannot be started ({error.strerror})"
        try:
            status = process.wait(LIMIT_S)
        except subprocess.TimeoutExpired:
            return f"it took longer than {LIMIT_S} s"
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    return f"exit status {status}" if status else ""


def _failed(bot: Manifest, home: Path, how: str) -> ArenaError:
    hint = f"run it in {bot.folder} and mend it; all it printed is in {LOG} there"
    if bot.folder != home:
        hint = f"it ran in a copy without what a .gitignore names or lies elsewhere: {bot.folder}; see {LOG} there"
    return _complaint(bot, how, _tail(bot.folder / LOG), hint)


def _changed(bot: Manifest, home: Path, before: Mapping[str, bytes]) -> ArenaError:
    after = bot.file_hashes()
    names = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    hint = "name in a .gitignore in its folder what a build makes, and let it change nothing else"
    if names and all(LOCK_FILE.fullmatch(PurePath(name).name) for name in names):
        hint = "a lock file belongs to the bot: let the build only read it, as npm ci and cargo --locked do"
        if before.keys().isdisjoint(names):
            again = "build again" if bot.folder == home else f"run the build in {home} once, and keep it there"
            hint = f"a lock file belongs to the bot, and there was none: {again}"
    return _complaint(bot, "it changed files that are the bot", "\n".join(names[:SHOWN_LINES]), hint)


def _complaint(bot: Manifest, how: str, output: str, hint: str) -> ArenaError:
    sentence = f"the build of {bot.name} failed, {how}: {' '.join(bot.build)}"
    return ArenaError(FAILED, f"{sentence}\n{output}" if output else sentence, hint)


def _tail(log: Path) -> str:
    try:
        lines = log.read_text("utf-8", "replace").splitlines()[-SHOWN_LINES:]
    except OSError:  # the build has done away with it
        return ""
    return "\n".join("".join(letter for letter in line if letter.isprintable()) for line in lines)

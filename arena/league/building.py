"""Building bots: the `build` of a manifest is run once for each content.

Rule 1: an author's bot is built in its folder, where the next build is quick. A league's bots are built in a copy that
holds just what counts as the bot, so that what plays is what its hash names, and nothing a folder also had in it.
Rule 2: one build at a time, because bots may share what they are built on.
Rule 3: a hidden file beside the manifest says what was built last; a build that fails leaves none.
Rule 4: a build that fails is the bot's failure, and costs that bot its matches; a tool that is missing is ours.
"""

import fcntl
import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.league.bundle import own, pack, unpack
from arena.league.content import content_hash
from arena.league.league import League
from arena.league.manifest import Manifest

LIMIT_S: Final = 1_800
SHOWN_LINES: Final = 40
MARK: Final = ".arena-built"
LOG: Final = ".arena-build.log"
FAILED: Final = "build-failed"
CACHE: Final = Path(tempfile.gettempdir()) / f"arena-bots-{os.getuid()}"
"""Where the bots of leagues are built, those that came from another machine, and those that cannot be built at home."""

PASSED_ON: Final = re.compile(
    "PATH|HOME|USER|LANG|TMPDIR|TERM|CC|CXX|CFLAGS|CXXFLAGS|CPPFLAGS|LDFLAGS|LD_LIBRARY_PATH|RUSTFLAGS|"
    "(LC|XDG|SSL|NODE|NPM|npm|CARGO|RUST|RUSTUP|JAVA|MAVEN|MVN|M2|CMAKE|PIP|PYENV)_.*|PKG_CONFIG.*|"
    "GO(ARCH|BIN|CACHE|ENV|FLAGS|INSECURE|MODCACHE|NOPROXY|NOSUMDB|OS|PATH|PRIVATE|PROXY|ROOT|SUMDB|TOOLCHAIN)|"
    "(http|https|no)_proxy|(HTTP|HTTPS|NO)_PROXY|(REQUESTS|CURL)_CA_BUNDLE"
)
"""Environment variables a build gets, and no others: what finds tools, and the packages they fetch."""


def built(league: League, tell: Callable[[str], None] = lambda _: None) -> League:
    """The league with its bots built in copies; one whose build fails is unfit to start.

    Raises ArenaError [no-build-tool], [foreign-cache], [bad-bundle].

    `tell` is told of every build before it runs, and of every failure.
    """
    return replace(league, bots=tuple(_built_or_unfit(bot, tell) for bot in league.bots))


def build(bot: Manifest, tell: Callable[[str], None] = lambda _: None) -> Manifest:
    """The bot, built unless it was already, and where it lies now: in a copy if its folder may not be written.

    Raises ArenaError [no-build-tool], [foreign-cache], and [build-failed] with what the build printed last.
    """
    demand_tools(bot)
    if not bot.build:
        return bot
    if not os.access(bot.folder, os.W_OK):
        bot = unpack(pack(bot), CACHE)
    if not _is_built(bot):
        with _turn():
            if not _is_built(bot):
                tell(f"building {bot.name}: {' '.join(bot.build)}")
                _run(bot)
    return bot


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
        demand_tools(bot)
        return build(unpack(pack(bot), CACHE) if bot.build else bot, tell)
    except ArenaError as error:
        if error.code != FAILED:
            raise
        sentence, _, output = error.message.partition("\n")
        tell(f"{error.message}\n{bot.name} forfeits its matches")
        return replace(bot, unfit=sentence, output=output)


def _is_built(bot: Manifest) -> bool:
    with suppress(OSError):
        return (bot.folder / MARK).read_text("ascii") == bot.content_hash.hex() and bot.startable()
    return False


def _run(bot: Manifest) -> None:
    (bot.folder / MARK).unlink(missing_ok=True)
    how = _run_build(bot)
    if how:
        raise _failed(bot, how, _tail(bot.folder / LOG))
    if content_hash(bot.folder, bot.sources) != bot.content_hash:
        raise _failed(bot, "it changed files that are the bot", _newest(bot))
    if not bot.startable():
        raise _failed(bot, f"there is no {bot.command[0]} afterwards", _tail(bot.folder / LOG))
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


def _failed(bot: Manifest, how: str, output: str) -> ArenaError:
    return ArenaError(
        FAILED,
        f"the build of {bot.name} failed, {how}: {' '.join(bot.build)}" + (f"\n{output}" if output else ""),
        f"run it in {bot.folder} and mend it; all it printed is in {LOG} there",
    )


def _tail(log: Path) -> str:
    lines = log.read_text("utf-8", "replace").splitlines()[-SHOWN_LINES:]
    return "\n".join("".join(letter for letter in line if letter.isprintable()) for line in lines)


def _newest(bot: Manifest) -> str:
    """The files that changed since the build began, as far as their times tell."""
    began = (bot.folder / LOG).stat().st_ctime
    names = [name for name, path in bot.files() if path.stat().st_mtime >= began - 1]
    return "\n".join([*names[:SHOWN_LINES], "name in a .gitignore what a build makes"])


@contextmanager
def _turn() -> Iterator[None]:
    """Waits until no other process of this user builds."""
    with (own(CACHE) / "build.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield

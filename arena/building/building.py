"""Builds bots: runs the `build` command of a manifest once for each content of the bot's files.

Rule 1: an author's bot is built in the author's own folder, where the next build is quick because files of earlier
builds remain. A league builds and plays a copy instead, which contains only the files that count as the bot's content,
so that the league plays exactly the files that the content hash covers.
Rule 2: only one build at a time runs in the folders of authors, because several bots may share source folders. Copies
share nothing, so a league builds two at once. This saves time, because a build often waits for the network or uses only
one thread.
Rule 3: the records of the last build, and its output, are stored where no build in a sandbox can write.
Rule 4: a copy is sealed with a hash when it is made. The arena checks this seal before each run, and makes a changed
copy anew.
Rule 5: if a tool for the build is missing on this machine, that is the arena's fault, and no match is played. If the
build fails for another reason, that is the bot's fault, and the bot forfeits its matches.
"""

import os
import re
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path, PurePath
from typing import Final

from arena.building.builds import seal
from arena.building.builds.at_once import Tell
from arena.building.builds.boxed import HOME, build_in_box
from arena.building.builds.build_limits import NO_NETWORK, REGISTRIES, Terms
from arena.building.builds.command import Ending, Ran, run
from arena.building.builds.surroundings import furnish, variables_at_home, variables_in_a_copy
from arena.building.bundle import copied, copy_root, locked, no_room, placed
from arena.building.content import content_hash
from arena.building.manifest import Manifest
from arena.building.tools import demand_tools
from arena.building.warm_homes import warm_home, why_cold
from arena.errors import ArenaError
from arena.files.folders import remove
from arena.files.hindrances import is_hindrance
from arena.sandbox.levels import Level
from arena.sandbox.program import Prepared
from arena.system.users import own_number

LIMIT_S: Final = 1_800
SHOWN_LINES: Final = 40
LOG: Final = ".build.log"
"""The name of the build's log file, which lies next to a copy. No copy can have this name, because no copy's name
begins with a dot.
"""
UNCONFINED: Final = Terms()
FAILED: Final = "build-failed"
NO_PACKAGES: Final = "no-packages"
LOCK: Final = "build.lock"
COPY_LOCK: Final = "copies.lock"
AT_HOME: Final = "at-home"
"""The name of the folder in CACHE with the records of builds in authors' folders, one for each bot's last build."""
LOCK_FILE: Final = re.compile(r".+[-.]lock(\.[a-z]+)?|go\.sum|npm-shrinkwrap\.json")
"""Matches the names of files in which package managers record the chosen versions of dependencies."""
CACHE: Final = Path(tempfile.gettempdir()) / f"arena-bots-{own_number()}"
"""The folder in which leagues build and play copies of bots. If an author's own folder is not writable, the author's
bot is copied to this folder and built there, too.
"""


def build(bot: Manifest, tell: Tell = lambda _: None) -> Manifest:
    """Builds an author's bot in its own folder unless it is built already; returns the bot's manifest.

    If the bot's folder is not writable, builds a copy instead and returns the manifest of the copy. Raises ArenaError
    [no-build-tool], [foreign-cache], [no-room], and [build-failed] with the last lines of the build's output.
    """
    demand_tools(bot)
    if not bot.build:
        return bot
    if not os.access(bot.folder, os.W_OK):
        return build_copy(bot, tell)
    notes = _notes(bot)
    if not _is_built_at_home(bot, notes):
        with locked(CACHE, LOCK):
            if not _is_built_at_home(bot, notes):
                _build_at_home(bot, notes, tell)
    return bot


def seems_built(bot: Manifest) -> bool:
    """Returns whether the bot is probably built. Unlike `already_built`, does not check whether a copy was changed
    since it was built, because that is slow.
    """
    return _is_ready_at_home(bot) or _seal(placed(bot, CACHE), UNCONFINED, CACHE) is not None


def already_built(bot: Manifest) -> Manifest | None:
    """Returns the manifest of the built bot, which is in its own folder or in a copy; None if the bot must be built
    first.
    """
    if _is_ready_at_home(bot):
        return bot
    there = placed(bot, CACHE)
    return there if _is_ready(there, UNCONFINED, CACHE) else None


def build_copy(
    bot: Manifest, tell: Tell = lambda _: None, terms: Terms = UNCONFINED, cache: Path | None = None
) -> Manifest:
    """Returns the manifest of a copy of the bot, as leagues play it.

    Makes and builds the copy first, unless there is one that was built on these terms (confinement and access to the
    network) or stricter ones. `cache`: the folder of copies; CACHE if None.

    Raises ArenaError as `build` does, and [bad-bundle], [bad-archive], [no-sandbox], [no-packages]. Raises
    [build-failed] also if the bot has no build and its program is not among the copied files.
    """
    demand_tools(bot)
    _demand_confined(bot, terms)
    cache = cache or CACHE
    there = placed(bot, cache)
    if not _is_ready(there, terms, cache):
        with locked(cache, f"{bot.content_hash.hex()}.lock" if bot.build else COPY_LOCK):
            if not _is_ready(there, terms, cache):
                _make_ready(bot, tell, terms, cache)
    if not (bot.build or there.startable()):
        raise ArenaError(
            FAILED,
            f"leagues play a copy of the bot {bot.name}, but this copy does not contain the program {bot.command[0]}",
            'put the program into the bot\'s folder, or into a folder in the list "sources" in its bot.toml; a copy '
            "leaves out files and folders whose names begin with a dot, and the folders __pycache__ and node_modules",
        )
    return there


def _demand_confined(bot: Manifest, terms: Terms) -> None:
    if bot.build and terms.level is Level.NONE and terms.network == NO_NETWORK:
        raise ArenaError(
            "no-sandbox",
            f'the build of {bot.name} must run without network, because the setting build_network is "{NO_NETWORK}"; '
            f'this needs a sandbox, but the setting sandbox is "{Level.NONE}"',
            f'set sandbox to "{Level.BOXED}", or allow the network by setting build_network to "{REGISTRIES}"; both '
            "are keys of a league file or course.toml, or the options --sandbox and --build-network of a command",
        )


def _notes(bot: Manifest) -> Path:
    """Returns the folder, below CACHE, with the records of the last build that ran in the bot's own folder."""
    return CACHE / AT_HOME / blake2b(os.fsencode(bot.folder), digest_size=16).hexdigest()


def _is_ready_at_home(bot: Manifest) -> bool:
    return _is_built_at_home(bot, _notes(bot)) if bot.build else bot.startable()


def _is_built_at_home(bot: Manifest, notes: Path) -> bool:
    with suppress(OSError):
        return (notes / seal.MARK).read_text("ascii") == bot.content_hash.hex() and bot.startable()
    return False


def _build_at_home(bot: Manifest, notes: Path, tell: Tell) -> None:
    try:
        remove(notes)
        notes.mkdir(parents=True)
        before = bot.file_hashes()
        tell(f"building {bot.name}: {' '.join(bot.build)}")
        ran = _run(bot, variables_at_home(), LIMIT_S)
        seal.write_new(notes / LOG, ran.log)
        hint = f"run this command in {bot.folder} and fix what fails; all that the build printed is in {notes / LOG}"
        _demand(bot, bot.folder, before, ran, hint)
        seal.write_new(notes / seal.MARK, bot.content_hash.hex().encode())
    except OSError as error:
        raise _no_room_or_failed(bot, error) from error


def _is_ready(there: Manifest, terms: Terms, cache: Path) -> bool:
    sealed = _seal(there, terms, cache)
    return sealed is not None and seal.holds(copy_root(there, cache), sealed.made)


def _seal(there: Manifest, terms: Terms, cache: Path) -> seal.Seal | None:
    """Returns the seal of the bot's copy if the copy was built on these terms (confinement and access to the network)
    or stricter ones; None otherwise. Does not check whether the copy's files have changed.
    """
    sealed = seal.seal_of(copy_root(there, cache))
    return None if sealed is None or (there.build and not _as_wanted(sealed.terms, terms)) else sealed


def _as_wanted(sealed: str, terms: Terms) -> bool:
    with suppress(ValueError):
        return Terms.of(sealed).allow(terms)
    return False


def _make_ready(bot: Manifest, tell: Tell, terms: Terms, cache: Path) -> None:
    """Makes a new copy of the bot, builds it, and seals it (records a hash over all its files)."""
    root = copy_root(bot, cache)
    sealed = seal.seal_of(root)
    if sealed and not seal.holds(root, sealed.made):
        tell(f"the copy of {bot.name} was changed since it was made, so it is made anew")
    if not bot.build:
        copied(bot, cache)
    else:
        warm = warm_home(bot, terms, CACHE, tell)
        with locked(cache, COPY_LOCK):
            there = copied(bot, cache)
        tell(f"building {bot.name}: {' '.join(bot.build)}")
        try:
            _build_there(bot, there, terms, root, warm)
        except OSError as error:
            raise _no_room_or_failed(bot, error) from error
        except ArenaError as error:
            log = why_cold(bot, terms, CACHE) if error.code == FAILED else None
            if log:
                raise _no_packages(bot, error, log) from error
            raise
    try:
        seal.close(root, terms.text() if bot.build else "")
    except OSError as error:
        raise no_room(f"a copy of {bot.name}", cache, error) from error


def _build_there(bot: Manifest, there: Manifest, terms: Terms, root: Path, warm: Path | None) -> None:
    """Builds a copy of a bot, and stores the build's log next to the copy.

    `there`: the copy's manifest. `root`: the copy's root folder. `warm`: a tar file with the initial content of the
    build's home folder; only builds in a sandbox use it. Raises ArenaError [build-failed], [no-sandbox], OSError.
    """
    limit_s = LIMIT_S if terms.limit_s is None else min(LIMIT_S, terms.limit_s)
    before, log = there.file_hashes(), root.with_name(LOG)
    if terms.level is Level.NONE:
        ran = _build_unconfined(there, root.with_name(HOME), terms, limit_s)
        where = f"a copy without what a .gitignore names or lies elsewhere: {there.folder}"
    else:
        ran = build_in_box(there, root, terms, limit_s, warm)
        where = f"a box ({terms.text()}) with its content and the programs of build and needs"
    seal.write_new(log, ran.log)
    _demand(there, bot.folder, before, ran, f"the build ran in {where}; all that it printed is in {log}")


def _build_unconfined(bot: Manifest, home: Path, terms: Terms, limit_s: float) -> Ran:
    try:
        furnish(home)
        return _run(bot, variables_in_a_copy(home, home), limit_s, terms.ending)
    finally:
        remove(home)


def _run(bot: Manifest, variables: Mapping[str, str], limit_s: float, ending: Ending | None = None) -> Ran:
    return run(Prepared(bot.build, tuple(variables.items()), bot.folder), limit_s, ending=ending)


def _demand(bot: Manifest, home: Path, before: Mapping[str, bytes], ran: Ran, hint: str) -> None:
    """Raises ArenaError [build-failed] unless a build succeeded, made the bot's program and changed none of the bot's
    own files.

    `home`: the folder in which the author keeps the bot. `before`: the hash of each of the bot's files before the
    build, by name.
    """
    if ran.failure:
        raise _failed(bot, ran.failure, _tail(ran.log), hint)
    if content_hash(bot.folder, bot.sources) != bot.content_hash:
        raise _changed(bot, home, before)
    if not bot.startable():
        raise _failed(bot, f"it left no {bot.command[0]}", _tail(ran.log), hint)


def _changed(bot: Manifest, home: Path, before: Mapping[str, bytes]) -> ArenaError:
    after = bot.file_hashes()
    names = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    hint = "in the bot's .gitignore, list the files that the build makes; a build may not change other files"
    if names and all(LOCK_FILE.fullmatch(PurePath(name).name) for name in names):
        hint = "let the build only read the lock file, which belongs to the bot, as npm ci and cargo --locked do"
        if before.keys().isdisjoint(names):
            again = (
                "build again" if bot.folder == home else f"run the build in {home} once, and keep the lock file there"
            )
            hint = f"{again}; the build made a lock file, which belongs to the bot, because the bot did not have one"
    return _failed(bot, "it changed files that belong to the bot", "\n".join(names[:SHOWN_LINES]), hint)


def _no_room_or_failed(bot: Manifest, error: OSError) -> ArenaError:
    """Returns the ArenaError for an OSError during a build: [no-room] if the machine is the cause, such as a full disk,
    else [build-failed].
    """
    if is_hindrance(error):
        return no_room(f"the build of {bot.name}", bot.folder, error)
    return _failed(
        bot,
        f"{error.filename}: {error.strerror}",
        "",
        "let the build make only files and folders that the arena can read",
    )


def _failed(bot: Manifest, how: str, output: str, hint: str) -> ArenaError:
    sentence = f"the build of {bot.name} failed, {how}: {' '.join(bot.build)}"
    return ArenaError(FAILED, f"{sentence}\n{output}" if output else sentence, hint)


def _no_packages(bot: Manifest, failure: ArenaError, log: Path) -> ArenaError:
    what, _, output = failure.message.partition("\n")
    sentence = f"{what}; the packages that bots in {bot.language} need could not be downloaded on this machine"
    return ArenaError(
        NO_PACKAGES,
        f"{sentence}\n{output}" if output else sentence,
        f"read in the log {log} why the download failed, and remove the cause; then delete this log and build again; "
        "if you keep the log, the arena does not repeat the download until at least 10 minutes after the failure",
    )


def _tail(log: bytes) -> str:
    lines = log.decode("utf-8", "replace").splitlines()[-SHOWN_LINES:]
    return "\n".join("".join(letter for letter in line if letter.isprintable()) for line in lines)

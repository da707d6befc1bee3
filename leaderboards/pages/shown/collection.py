"""Finds the leagues to show in folders, files and databases, including leagues that begin later."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final

from arena.errors import ArenaError
from leaderboards.pages.addresses import HARMLESS, slugs
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.texts import languages
from leaderboards.store import Store
from leaderboards.store.places.address import is_url, without_password
from leaderboards.store.places.files import FILE

LOG: Final = logging.getLogger(__name__)
DEFAULT: Final = "results"
"""The folder to search for leagues if no path is given."""
AGAIN_S: Final = 5.0
"""The seconds to wait before another attempt to reach a database server that did not answer."""
TAKEN: Final = ("assets", "rules", "tables", "ladder", "index.html", *languages())
"""Words that no league may have in its address, since other addresses begin with them."""


@dataclass(frozen=True, slots=True)
class Unshown:
    """Results that cannot be shown, and the reason."""

    place: str
    error: ArenaError


def demand_there(references: Sequence[str]) -> None:
    """Raises ArenaError [no-store] if one of the paths does not exist."""
    for reference in references:
        if not is_url(reference) and not Path(reference).exists():
            raise ArenaError(
                "no-store",
                f"there are no results at {reference}",
                "play a league with arena run-league, or give the path of stored results",
            )


class Collection:
    """The leagues to show, each opened only once. A league's slug is the word that names it in addresses."""

    def __init__(self, references: Sequence[str], private: Path | None = None, unlisted: Path | None = None) -> None:
        """Prepares the collection; leagues are opened later.

        `references`: paths and URLs of leagues, which need not have begun yet. If the sequence is empty, the folder
        "results" is searched.
        `private`: a folder of leagues with strangers' bots. Pages show neither the output of these bots nor the paths
        of these leagues.
        `unlisted`: a folder of private leagues that no list shows. The store of each league is in SUBFOLDER/results.
        The league is opened only when somebody requests it by the subfolder's name.
        """
        self._references = [*(references or [DEFAULT]), *([str(private)] if private else [])]
        self._unlisted = unlisted
        self._strangers = [folder for folder in (private, unlisted) if folder]
        self._words: dict[str, str] = {}
        """The subfolder's name of each open unlisted league, by the league's slug."""
        self._lock = Lock()
        self._open: dict[str, Followed] = {}
        """The open leagues, by their keys in `_places`."""
        self._by_slug: dict[str, Followed] = {}
        self._failed: dict[str, tuple[object, Unshown]] = {}
        """For each place whose results could not be shown: its `_stamp` and the reason. When the stamp has changed, the
        place is tried again.
        """
        self._taken = list(TAKEN)

    def look(self) -> tuple[list[Followed], list[Unshown]]:
        """Returns all leagues that exist now, and the results that cannot be shown."""
        shown, unshown = [], []
        with self._lock:
            for file, place in self._places().items():
                league = self._open.get(file) or self._tried(file, place)
                if isinstance(league, Followed):
                    shown.append(league)
                else:
                    unshown.append(league)
        return shown, unshown

    def find(self, slug: str) -> Followed:
        """Returns the league with this slug. An unlisted league is also found by the name of its subfolder.

        Raises ArenaError [no-league] if there is none. If an unlisted league cannot be shown, raises the ArenaError
        that tells why.
        """
        if (known := self.known(slug)) and slug not in self._words:
            return known
        if unlisted := self.unlisted(self._words.get(slug, slug)):
            return unlisted
        shown, unshown = self.look()
        for league in shown:
            if league.slug == slug:
                return league
        why = f"; {unshown[0].error.message}" if unshown else ""
        raise ArenaError(
            "no-league",
            f"this server does not have a league named {slug}{why}",
            "choose a league from the list of leagues",
        )

    def unlisted(self, word: str) -> Followed | None:
        """Returns the unlisted league in the folder with this name; None if no league has begun in this folder.

        Raises ArenaError with the reason if the league cannot be shown.
        """
        if not (self._unlisted and HARMLESS.fullmatch(word)):
            return None
        place = self._unlisted / word / DEFAULT / FILE
        file = _file(place)
        with self._lock:
            there = place.exists()
            if not there or file not in self._open:
                self._forget_gone(self._unlisted)
            if not there:
                return None
            league = self._open.get(file) or self._tried(file, str(place))
        if isinstance(league, Unshown):
            raise league.error
        return league

    def known(self, slug: str) -> Followed | None:
        """Returns the open league with this slug, else None; does not search for new leagues."""
        return self._by_slug.get(slug)

    def told(self, error: ArenaError) -> ArenaError:
        """Returns the error with the paths of private leagues removed from its message, so that it may be shown."""
        folders = [f"{folder}/" for one in self._strangers for folder in (one, one.resolve())]
        if not any(folder in error.message for folder in folders):
            return error
        message = error.message
        for folder in folders:
            message = message.replace(folder, "")
        return ArenaError(error.code, message, error.hint)

    def close(self) -> None:
        """Closes all leagues."""
        for league in self._open.values():
            league.close()

    def _tried(self, file: str, place: str) -> Followed | Unshown:
        """Opens the league at a place and returns it; if the league cannot be shown, returns the reason instead."""
        stamp, (before, told) = _stamp(place), self._failed.get(place, (None, None))
        if told and stamp == before:
            return told
        try:
            return self._opened(file, place)
        except Exception as failure:  # noqa: BLE001  # a file with any error must not keep others from being shown
            error = failure if isinstance(failure, ArenaError) else _unreadable(failure)
            told = Unshown(self._named(file, place), self.told(error))
            self._failed[place] = (stamp, told)
            return told

    def _opened(self, file: str, place: str) -> Followed:
        store = Store.open(place)
        try:
            name = str(store.identity()["name"])
            slug = slugs([name], self._taken)[name]
            while slug.casefold() in self._taken:
                slug += "-2"
            league = Followed(store, self._named(file, place), slug, self._is_private(file, place))
        except BaseException:
            store.close()
            raise
        self._taken.append(slug.casefold())
        self._open[file] = self._by_slug[slug] = league
        if self._is_unlisted(place):
            self._words[slug] = league.place
        return league

    def _forget_gone(self, folder: Path) -> None:
        """Closes and forgets each unlisted league whose files in `folder` no longer exist."""
        for slug, word in [*self._words.items()]:
            place = folder / word / DEFAULT / FILE
            if not place.exists():
                league = self._by_slug.pop(slug)
                del self._words[slug]
                self._open.pop(_file(place), None)
                self._taken.remove(slug.casefold())
                with league.lock:
                    league.close()

    def _is_private(self, file: str, place: str) -> bool:
        return any(
            Path(place).is_relative_to(folder) or Path(file).is_relative_to(folder.resolve())
            for folder in self._strangers
        )

    def _is_unlisted(self, place: str) -> bool:
        return self._unlisted is not None and Path(place).is_relative_to(self._unlisted)

    def _named(self, file: str, place: str) -> str:
        """Returns the path or URL of a league as pages show it: without a password. For a private league, returns only
        the name of the league's folder.
        """
        if not self._is_private(file, place):
            return without_password(place)
        folder = Path(place).parent
        return folder.parent.name if self._is_unlisted(place) else folder.name

    def _places(self) -> dict[str, str]:
        """Returns the place of each store, a path or a URL. The keys are resolved paths and URLs, so no store occurs
        twice.

        Private stores are added last. So a store in the private folder is private even if another reference names it.
        """
        found: dict[str, str] = {}
        for reference in self._references:
            path = Path(reference)
            if is_url(reference):
                found[reference] = reference
            elif path.is_file() or (path / FILE).exists():
                found[_file(path)] = reference
            if not is_url(reference) and path.is_dir():
                found.update((_file(file), str(file)) for file in sorted(path.glob(f"*/{FILE}")))
        return found


def _unreadable(failure: Exception) -> ArenaError:
    LOG.error("results cannot be read", exc_info=failure)
    return ArenaError(
        "damaged",
        f"the stored results of this league cannot be read: {type(failure).__name__}",
        "restore the results from a backup",
    )


def _file(path: Path) -> str:
    return str((path / FILE if path.is_dir() else path).resolve())


def _stamp(place: str) -> object:
    """Returns a value that changes when the file at a place changes; for a database server it changes every AGAIN_S
    seconds.
    """
    try:
        found = Path(place, FILE if Path(place).is_dir() else "").stat()
    except OSError:
        return int(time.monotonic() / AGAIN_S)
    return found.st_mtime_ns, found.st_size

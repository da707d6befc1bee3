"""Finds the leagues to show in folders, files and databases, including new ones."""

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
"""The default folder of leagues."""
AGAIN_S: Final = 5.0
"""How long to wait before trying again a database server that did not answer."""
TAKEN: Final = ("assets", "rules", "tables", "ladder", "index.html", *languages())
"""The first words of addresses that no league can have."""


@dataclass(frozen=True, slots=True)
class Unshown:
    """Results that cannot be shown, and the reason."""

    place: str
    error: ArenaError


def demand_there(references: Sequence[str]) -> None:
    """Raises ArenaError [no-store] if there is nothing at one of the paths."""
    for reference in references:
        if not is_url(reference) and not Path(reference).exists():
            raise ArenaError("no-store", f"there are no results at {reference}", "arena run-league makes results")


class Collection:
    """The leagues to show, each with a word for its addresses; each league is opened once."""

    def __init__(self, references: Sequence[str], private: Path | None = None, unlisted: Path | None = None) -> None:
        """`references`: paths and URLs of leagues, which need not have begun yet; DEFAULT if there are none.

        `private`: a folder of leagues of strangers' bots: pages show neither the bots' output nor the leagues' places.
        `unlisted`: a folder of folders, each with such a league in DEFAULT. The folder's name is the league's word in
        addresses. The league is opened when somebody asks for it; there may be hundreds, and they may disappear again.
        """
        self._references = [*(references or [DEFAULT]), *([str(private)] if private else [])]
        self._unlisted = unlisted
        self._strangers = [folder for folder in (private, unlisted) if folder]
        self._words: dict[str, str] = {}
        """By the word in addresses, the folder of each unlisted league."""
        self._lock = Lock()
        self._open: dict[str, Followed] = {}
        """The open leagues, by their keys in `_places`."""
        self._by_slug: dict[str, Followed] = {}
        self._failed: dict[str, tuple[object, Unshown]] = {}
        """By place: the stamp of its file, and why it is not shown; the place is tried again when the stamp changes."""
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
        """The league with this word; raises ArenaError [no-league]."""
        if (known := self.known(slug)) and slug not in self._words:
            return known
        if unlisted := self.unlisted(self._words.get(slug, slug)):
            return unlisted
        shown, unshown = self.look()
        for league in shown:
            if league.slug == slug:
                return league
        why = f"; {unshown[0].error.message}" if unshown else ""
        raise ArenaError("no-league", f"no league here is called {slug}{why}", "the list of leagues shows all leagues")

    def unlisted(self, word: str) -> Followed | None:
        """The unlisted league in the folder with this name; None if there is none, or none yet.

        Raises ArenaError if the league cannot be shown.
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
        """The league with this word if it was found before, else None; does not search for new leagues."""
        return self._by_slug.get(slug)

    def told(self, error: ArenaError) -> ArenaError:
        """The error as it may be shown, without the places of private leagues."""
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
        """The league at a place, or the reason that it cannot be shown."""
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
        """Closes the unlisted leagues of this folder that are no longer there."""
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
        """The name of the league's place for people."""
        if not self._is_private(file, place):
            return without_password(place)
        folder = Path(place).parent
        return folder.parent.name if self._is_unlisted(place) else folder.name

    def _places(self) -> dict[str, str]:
        """The places of stores, by a key that is the same however a store is named.

        Private stores are added last, so that a store in the private folder is private even if also named elsewhere.
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
        "damaged", f"these results cannot be read: {type(failure).__name__}", "restore the results from a backup"
    )


def _file(path: Path) -> str:
    return str((path / FILE if path.is_dir() else path).resolve())


def _stamp(place: str) -> object:
    """A value that changes when the file at a place changes, or for a server every AGAIN_S seconds."""
    try:
        found = Path(place, FILE if Path(place).is_dir() else "").stat()
    except OSError:
        return int(time.monotonic() / AGAIN_S)
    return found.st_mtime_ns, found.st_size

"""Converts submissions, people and receipts to values for pages and JSON."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from arena.ladder.accounts.allowances import HAND_INS
from arena.ladder.accounts.rights import Scope, Who
from arena.ladder.accounts.tokens import SignIn
from arena.ladder.submissions.notes import Note
from arena.ladder.submissions.states import WAITING, State
from arena.ladder.submissions.submissions import MOST_BYTES, TAKEN_OUT, Receipt, Submission
from arena.web.ladder.version_standings import Standings, standings_told
from leaderboards.pages.rendering import Page
from leaderboards.pages.shown.followed import Followed

NOBODY: Final[Mapping[str, list[str]]] = {}
DIGITS: Final = 12
"""The number of digits of a hash that pages show, so that people can compare hashes by eye."""


def time_text(at_ms: int) -> str:
    """Returns a time in ms since 1970 as ISO 8601 text, in UTC with milliseconds."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def who_told(who: Who) -> dict[str, Any]:
    """Returns a person, their rights and the limits on their submissions as JSON values."""
    limits = {"bytes": MOST_BYTES, "at_once": HAND_INS.rate.at_once}
    return {"name": who.name, "role": who.role, "scopes": sorted(who.scopes), "limits": limits}


def receipt_told(receipt: Receipt) -> dict[str, Any]:
    """Returns the receipt of a submission as JSON values."""
    return {
        "number": receipt.number,
        "sha256": receipt.digest,
        "bytes": receipt.size,
        "received": time_text(receipt.received_ms),
        "address": f"ladder/submissions/{receipt.number}",
    }


def submission_told(one: Submission, now_ms: int, notes: list[Note] | None = None) -> dict[str, Any]:
    """Returns a submission as JSON values; with `notes`, also its log."""
    told: dict[str, Any] = {
        "number": one.number,
        "author": one.author,
        "state": one.state,
        "waiting": one.state in WAITING,
        "bot": one.bot,
        "version": one.version,
        "sha256": one.digest,
        "content_hash": one.content_hash,
        "bytes": one.size,
        "received": time_text(one.received_ms),
        "age_s": max(0, now_ms - one.received_ms) // 1000,
        "place": one.place,
        "checked": one.checked,
    }
    return told if notes is None else told | {"log": [_note_told(note) for note in notes]}


def ladder_page(
    who: Who | None,
    submissions: list[Submission],
    total: int,
    remotes: list[dict[str, Any]],
    gates: list[str],
    sign_ins: list[SignIn],
    now_ms: int,
    leagues: list[Followed],
) -> Page:
    """Returns the main page of the ladder for a signed-in person; if `who` is None, a page that explains how to sign
    in.

    `total`: the number of all submissions, including those that the page leaves out; `gates`: the ladders that accept
    remote bots.
    """
    standings = Standings(leagues)
    values = {
        "who": who_told(who) if who else None,
        "may_hand_in": bool(who and who.may(Scope.HAND_IN)),
        "everybody": bool(who and who.may(Scope.ORGANISE)),
        "ladders": [{"slug": league.slug, "name": league.name} for league in leagues],
        "submissions": [_row(one, now_ms) | standings_told(standings.of(one)) for one in submissions],
        "total": total,
        "remotes": remotes,
        "gates": gates,
        "waiting": bool(remotes) or any(one.state in WAITING for one in submissions),
        "sign_ins": [
            {"id": one.id, "kind": one.kind, "here": bool(who and one.id == who.token_id), "day": _day(one.made_ms)}
            for one in sign_ins
        ],
        "megabytes": MOST_BYTES // 1_000_000,
    }
    return Page("ladder", "ladder", values)


def submission_page(
    who: Who,
    one: Submission,
    notes: list[Note],
    now_ms: int,
    told: dict[str, Any],
    *,
    other_plays: bool,
    rivals: Mapping[str, list[str]] = NOBODY,
) -> Page:
    """Returns the page of a submission with its log.

    `told`: the submission's standings and challenges; `rivals`: the bots that it may challenge, by ladder;
    `other_plays`: whether another version of the bot plays.
    """
    pending = any(challenge["pending"] for challenge in told.get("challenges", ()))
    own = one.person_id == who.person_id
    taken_out = one.state is State.WITHDRAWN and notes[-1].sentence == TAKEN_OUT
    plays_again = who.may(Scope.ORGANISE) if taken_out else own
    over = one.state in (State.SUPERSEDED, State.WITHDRAWN)
    values = {
        "one": _row(one, now_ms) | told,
        "rivals": rivals,
        "pending": pending,
        "log": [_note_told(note) for note in notes],
        "may_withdraw": who.may(Scope.HAND_IN) and one.state in (*WAITING, State.ACTIVE),
        "may_roll_back": who.may(Scope.HAND_IN) and plays_again and one.checked and over,
        "may_download": own,
        "other_plays": other_plays and one.state in (State.RETRYING, State.REJECTED),
    }
    return Page(f"ladder/submissions/{one.number}", "submission", values)


def sign_in_page(token: str, name: str) -> Page:
    """Returns the page behind a sign-in link, which asks the person `name` to confirm the sign-in.

    Opening the page does not use up the link; only the confirmation does.
    """
    return Page(f"ladder/sign-in/{token}", "sign-in", {"token": token, "name": name})


def _row(one: Submission, now_ms: int) -> dict[str, Any]:
    badge = "playing" if one.state is State.ACTIVE else "paused" if one.state in WAITING else "finished"
    told = submission_told(one, now_ms)
    return told | {
        "badge": "failed" if one.state is State.REJECTED else badge,
        "minutes": told["age_s"] // 60,
        "when": told["received"][:16].replace("T", " "),
        "short": one.digest[:DIGITS],
    }


def _note_told(note: Note) -> dict[str, str]:
    at = time_text(note.at_ms)
    return {"at": at, "state": note.state, "sentence": note.sentence, "hint": note.hint, "output": note.output}


def _day(at_ms: int) -> str:
    return time_text(at_ms)[:10]

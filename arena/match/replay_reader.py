"""Reads a match from its replay document, which may be untrusted."""

from collections.abc import Sequence
from typing import Any

from arena.errors import ArenaError
from arena.match.record import MOST_NOTE, Entrant, Fault, FaultKind, Handover, MatchRecord, MatchSpec, Note


def record_in(document: Any) -> tuple[MatchRecord, tuple[Note, ...]]:  # noqa: ANN401  # any JSON value
    """Returns the record and the notes in a document; raises ArenaError [bad-document] if the document has the wrong
    form.

    The function does not check the record against the rules of the game; `replay` does.
    """
    try:
        taken = [frame["taken"] for frame in document["frames"][1:]]
        record = _record(document["spec"], [one["action"] for one in taken])
        notes = [Note(at, str(one["note"])[:MOST_NOTE]) for at, one in enumerate(taken) if one.get("note")]
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise ArenaError(
            "bad-document",
            "the downloaded document does not have the form in which the arena writes a match: "
            f"{type(error).__name__}: "
            f"{str(error)[:100]}",
            "give the address of a match's page, or of a league's page with # and the match's number, for example "
            "URL#17",
        ) from error
    return record, tuple(notes)


def _record(spec: dict[str, Any], actions: Sequence[object]) -> MatchRecord:
    return MatchRecord(
        MatchSpec(
            id=bytes.fromhex(spec["id"]),
            game=_text(spec["game"]),
            rules_version=_number(spec["rules_version"]),
            edition=_text(spec["edition"]),
            components=bytes.fromhex(spec["components"]),
            deal=bytes.fromhex(spec["deal"]),
            entrants=tuple(map(_entrant, spec["bots"])),
        ),
        _numbers(actions),
        tuple(
            Fault(
                _number(one["seat"]),
                FaultKind[one["kind"].upper()],
                _number(one["action_count"]),
                _text(one["detail"]),
                _text(one["output"]),
            )
            for one in spec["faults"]
        ),
        _numbers(spec["scores"]),
        _numbers(spec["ranks"]),
        tuple(
            Handover(_number(one["seat"]), _number(one["action_count"]), _entrant(one["bot"]), _text(one["detail"]))
            for one in spec["handovers"]
        ),
    )


def _entrant(bot: dict[str, Any]) -> Entrant:
    return Entrant(_text(bot["name"]), _text(bot["version"]), bytes.fromhex(bot["content_hash"]))


def _numbers(values: Sequence[object]) -> tuple[int, ...]:
    return tuple(map(_number, values))


def _number(value: object) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is no number")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value

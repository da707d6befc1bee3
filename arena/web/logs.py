"""The server's log: a line for each response and for each step of the ladder's work, as text or JSON.

Rule: a line names its subject only by a number that this server assigned, a code, or a route. It reports an error by
its type and traceback, without its message and the values of variables, because these may contain links and tokens.
"""

import logging
import sys
from traceback import format_tb
from typing import Final

import structlog
from structlog.dev import ConsoleRenderer
from structlog.stdlib import ExtraAdder, ProcessorFormatter, add_log_level
from structlog.typing import EventDict, Processor, WrappedLogger

from arena.text import one_line

FORMS: Final = ("text", "json")


def log_as(form: str) -> None:
    """Makes this process log to standard error, in the form "text" or "json".

    With the form "", only warnings and errors are logged, as plain sentences.
    """
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        add_log_level,
        ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _on_one_line,
        _located,
    ]
    forms: dict[str, Processor] = {
        "text": ConsoleRenderer(colors=False),
        "json": structlog.processors.JSONRenderer(),
        "": _sentence,
    }
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=before, processors=[ProcessorFormatter.remove_processors_meta, forms[form]]
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    for ours in ("arena", "leaderboards"):
        logging.getLogger(ours).setLevel(logging.INFO if form else logging.WARNING)


def _sentence(_: WrappedLogger, __: str, event: EventDict) -> str:
    return "\n".join(filter(None, (event["event"], event.get("exception"))))


def _on_one_line(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Puts each text of a log entry on one line, and replaces characters that would control a terminal."""
    return {key: one_line(value) if isinstance(value, str) else value for key, value in event.items()}


def _located(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Replaces a log entry's error by the error's traceback, indented so that no line of the traceback looks like a log
    entry.
    """
    info = event.pop("exc_info", None)
    if info and info[1]:
        lines = [line for raised in _raised(info[1], []) for line in raised.splitlines()]
        event["exception"] = "\n".join(f"    {one_line(line)}" for line in lines)
    return event


def _raised(error: BaseException, seen: list[BaseException]) -> list[str]:
    """Returns the lines of the tracebacks of an error and its causes, the earliest first, without the errors' messages.

    `seen`: the errors already included, to which this error is added.
    """
    if error in seen:
        return []
    seen.append(error)
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    within = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    earlier = [line for one in (before, *within) if one for line in _raised(one, seen)]
    kind = type(error)
    return [*earlier, *format_tb(error.__traceback__), f"{kind.__module__}.{kind.__qualname__}"]

"""Shows the states of the message exchange with a bot, from the transition table that the arena itself uses."""

from typing import Final

from arena.protocol.conversation import TRANSITIONS, Stage
from tools.docsite.reference import markup

WIDTH: Final = 150
HEIGHT: Final = 44
GAP: Final = 130
TOP: Final = 56
REFUSED: Final = "REFUSED"


def table() -> str:
    """Returns a Markdown table of the states, with the messages that the bot may send in each state."""
    rows = (
        (markup.code(stage.name), markup.code(said), markup.code(following.name))
        for (stage, said), following in TRANSITIONS.items()
    )
    return (
        markup.table(("state", "the bot sends", "next state"), rows)
        + "\n\nAnything else is refused: the stream ends with a status and a sentence that says what was due."
    )


def drawing() -> str:
    """Returns the states and transitions as SVG text, in the colours of the page."""
    places = {stage: 20 + number * (WIDTH + GAP) for number, stage in enumerate(Stage)}
    parts = [_box(places[stage], TOP, stage.name) for stage in Stage]
    refused_at = TOP + HEIGHT + 70
    for (stage, said), following in TRANSITIONS.items():
        parts.append(
            _loop(places[stage], said) if stage is following else _arrow(places[stage], places[following], said)
        )
    for stage in Stage:
        middle = places[stage] + WIDTH / 2
        parts.append(
            _line(f"M{middle} {TOP + HEIGHT} V{refused_at - 2}")
            + _word(middle + 8, refused_at - 26, "anything else", "start")
        )
    width = max(places.values()) + WIDTH + 20
    parts.append(_box(20, refused_at, REFUSED, width - 40))
    spoken = "; ".join(
        f"{stage.name} on {said} to {following.name}" for (stage, said), following in TRANSITIONS.items()
    )
    height = refused_at + HEIGHT + 10
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="States of a conversation: {spoken}; '
        f'anything else to {REFUSED}" style="max-width: {width}px; width: 100%" font-size="14" fill="currentColor">'
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        f'<path d="M0 0L8 4L0 8z"/></marker></defs>{"".join(parts)}</svg>'
    )


def _box(left: float, top: float, name: str, width: float = WIDTH) -> str:
    return (
        f'<rect x="{left}" y="{top}" width="{width}" height="{HEIGHT}" rx="8" fill="none" stroke="currentColor"/>'
        + _word(left + width / 2, top + HEIGHT / 2 + 5, name)
    )


def _arrow(start: float, end: float, said: str) -> str:
    middle = TOP + HEIGHT / 2
    return _line(f"M{start + WIDTH} {middle} H{end - 2}") + _word((start + WIDTH + end) / 2, middle - 8, said)


def _loop(left: float, said: str) -> str:
    middle = left + WIDTH / 2
    return _line(
        f"M{middle - 25} {TOP} C{middle - 25} {TOP - 44} {middle + 25} {TOP - 44} {middle + 25} {TOP - 2}"
    ) + _word(middle, TOP - 38, said)


def _line(path: str) -> str:
    return f'<path d="{path}" fill="none" stroke="currentColor" marker-end="url(#tip)"/>'


def _word(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>'

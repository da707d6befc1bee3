"""Makes the reference of error codes and of faults."""

from typing import Final

from arena.match.record import FaultKind
from tools.docsite.reference import markup
from tools.docsite.reference.docstrings import constants_of
from tools.docsite.reference.raising import codes

INTRODUCTION: Final = """# Errors

A command that fails prints one line `Error: MESSAGE  [CODE]` and one line `Hint: WHAT TO DO`. Scripts may rely on the
code. The exit status is 1 for an error, 2 for a wrong command line, and 130 after Ctrl-C.

Words in *italics* stand for what is known when it happens.

## Codes"""
FAULTS: Final = """## Faults

A fault is what a bot did wrong in a match, which it forfeits. [The protocol](../protocol.md#what-goes-wrong) says what
follows."""


def page() -> str:
    """Returns the text of the page with every error code, its causes and remedies, and the faults of bots."""
    parts = [INTRODUCTION]
    for code, cases in sorted(codes().items()):
        parts += [f"### {code}", markup.table(("cause", "what to do"), cases)]
    said = constants_of("arena/match/record.py", FaultKind.__name__)
    rows = ((markup.code(kind.name.lower()), markup.prose(said[kind.name])) for kind in FaultKind)
    return markup.page(*parts, FAULTS, markup.table(("fault", "cause"), rows))

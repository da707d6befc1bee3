"""Writes the result of a check as JUnit XML."""

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from arena.authoring.conformance.check import Outcome, Verdict


def junit(bot: str, outcomes: Sequence[Outcome]) -> bytes:
    """Returns the results of a check as JUnit XML: a test suite with one test case for each step.

    The XML is well-formed, whatever characters the bot printed.
    """
    failures, skipped, untried = (
        sum(outcome.verdict is verdict for outcome in outcomes)
        for verdict in (Verdict.FAIL, Verdict.SKIPPED, Verdict.UNTRIED)
    )
    suite = ET.Element(
        "testsuite",
        name=_clean(f"arena check {bot}"),
        tests=str(len(outcomes)),
        failures=str(failures),
        errors=str(untried),
        skipped=str(skipped),
        time=f"{sum(outcome.seconds for outcome in outcomes):.3f}",
    )
    for outcome in outcomes:
        _add(suite, bot, outcome)
    text: bytes = ET.tostring(suite, "utf-8", xml_declaration=True)
    return text + b"\n"


def _add(suite: ET.Element, bot: str, outcome: Outcome) -> None:
    case = ET.SubElement(suite, "testcase", classname=_clean(bot), name=outcome.name, time=f"{outcome.seconds:.3f}")
    if outcome.verdict is Verdict.SKIPPED:
        ET.SubElement(case, "skipped", message=_clean(outcome.detail))
    elif outcome.verdict is Verdict.UNTRIED:
        ET.SubElement(case, "error", message=_clean(f"not tried: {outcome.detail}"))
    elif outcome.verdict is Verdict.FAIL:
        failure = ET.SubElement(case, "failure", message=_clean(outcome.happened))
        failure.text = _clean(f"expected: {outcome.expected}\nhappened: {outcome.happened}\ndo: {outcome.advice}")
        if outcome.output:
            ET.SubElement(case, "system-out").text = _clean(outcome.output)
    elif outcome.detail:
        ET.SubElement(case, "system-out").text = _clean(outcome.detail)


def _clean(text: str) -> str:
    """The text with a question mark for each character that XML does not allow."""
    return "".join(letter if _allowed(ord(letter)) else "?" for letter in text)


def _allowed(code: int) -> bool:
    return code in (0x9, 0xA) or 0x20 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or 0x10000 <= code <= 0x10FFFF

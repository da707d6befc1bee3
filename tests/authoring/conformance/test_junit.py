"""Tests that the JUnit file of a check is complete, and that it is well-formed whatever characters a bot prints."""

from xml.etree import ElementTree as ET

from arena.authoring.conformance.check import Outcome, Verdict
from arena.authoring.conformance.junit import junit

RUDE = "\x1b[2Jbell \x07, null \x00, half \ud800, no character \uffff, ]]> <end>& ok ü\n\ttab"


def read(*outcomes: Outcome) -> ET.Element:
    return ET.fromstring(junit(f"bot {RUDE}", outcomes))


def test_steps_are_test_cases_and_are_counted() -> None:
    suite = read(
        Outcome(1, "manifest", Verdict.PASS, 0.25, "plays any game"),
        Outcome(2, "build", Verdict.SKIPPED, 0.0, "nothing to build"),
        Outcome(3, "start", Verdict.FAIL, 1.5, "", "it starts", "it did not", "correct it", "Traceback"),
        Outcome(4, "clock", Verdict.UNTRIED, 0.0, "this machine was too busy"),
    )
    assert suite.tag == "testsuite"
    counted = {key: suite.get(key) for key in ("tests", "failures", "errors", "skipped", "time")}
    assert counted == {"tests": "4", "failures": "1", "errors": "1", "skipped": "1", "time": "1.750"}
    assert [(case.get("name"), case.get("time")) for case in suite] == [
        ("manifest", "0.250"),
        ("build", "0.000"),
        ("start", "1.500"),
        ("clock", "0.000"),
    ]
    passed, skipped, failed, untried = suite
    assert passed.find("failure") is passed.find("skipped") is None
    reason = skipped.find("skipped")
    assert reason is not None
    assert reason.get("message") == "nothing to build"
    failure = failed.find("failure")
    assert failure is not None
    assert failure.get("message") == "it did not"
    assert failure.text == "expected: it starts\nhappened: it did not\ndo: correct it"
    assert failed.findtext("system-out") == "Traceback"
    error = untried.find("error")
    assert error is not None
    assert error.get("message") == "not tried: this machine was too busy"


def test_whatever_a_bot_prints_is_well_formed() -> None:
    [case] = read(Outcome(1, "start", Verdict.FAIL, 0.0, "", "it starts", RUDE, RUDE, RUDE))
    assert case.findtext("system-out") == "?[2Jbell ?, null ?, half ?, no character ?, ]]> <end>& ok ü\n\ttab"

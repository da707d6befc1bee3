"""A clock for some modules that a test sets; all others, and servers in other threads, keep the machine's."""

from types import ModuleType, SimpleNamespace

import pytest


def set_clock(monkeypatch: pytest.MonkeyPatch, now_s: float, *modules: ModuleType) -> list[float]:
    """Gives these modules a clock at this time in seconds; the test sets it by the one item of what is returned."""
    now = [now_s]
    clock = SimpleNamespace(monotonic=lambda: now[0])
    for module in modules:
        monkeypatch.setattr(module, "time", clock)
    return now

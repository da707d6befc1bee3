"""A clock that a test sets for some modules. All other modules, and servers in other threads, keep the
machine's clock.
"""

from types import ModuleType, SimpleNamespace

import pytest


def set_clock(monkeypatch: pytest.MonkeyPatch, now_s: float, *modules: ModuleType) -> list[float]:
    """Replaces the clock of these modules by one that shows `now_s` seconds.

    Returns a list whose only item is the time in seconds. A test sets the clock by changing this item.
    """
    now = [now_s]
    clock = SimpleNamespace(monotonic=lambda: now[0])
    for module in modules:
        monkeypatch.setattr(module, "time", clock)
    return now

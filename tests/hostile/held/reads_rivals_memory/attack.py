"""A hostile bot that reads the memory of a rival, which contains the rival's cards."""

from contextlib import suppress
from pathlib import Path

from tests.hostile.weapons import rivals

STOPPED_BY = "kernel.yama.ptrace_scope"


def attack() -> bool:
    for rival in rivals():
        with suppress(OSError), Path(f"/proc/{rival}/mem").open("rb", 0) as memory:
            first = Path(f"/proc/{rival}/maps").read_text("utf-8").split("-")[0]
            memory.seek(int(first, 16))
            return len(memory.read(8)) == 8
    return False

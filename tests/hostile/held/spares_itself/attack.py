"""A hostile bot that sets its own priority for being killed when memory runs out. It writes the present value again,
which proves the attack without harm.
"""

from pathlib import Path


def attack() -> bool:
    place = Path("/proc/self/oom_score_adj")
    return place.write_text(place.read_text("utf-8"), "utf-8") > 0

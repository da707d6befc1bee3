"""Says whom the kernel is to end last when memory runs out: here, what it says already."""

from pathlib import Path


def attack() -> bool:
    place = Path("/proc/self/oom_score_adj")
    return place.write_text(place.read_text("utf-8"), "utf-8") > 0

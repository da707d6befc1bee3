"""A hostile bot that puts a link into its folder, so that a program which later writes to that name would write
elsewhere.
"""

from pathlib import Path


def attack() -> bool:
    link = Path("hostile-link")
    link.symlink_to("/etc/passwd")
    link.unlink()
    return True

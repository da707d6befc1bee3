"""A hostile bot that puts a link into its folder. A program that later writes to the link's path would write to a file
elsewhere.
"""

from pathlib import Path


def attack() -> bool:
    link = Path("hostile-link")
    link.symlink_to("/etc/passwd")
    link.unlink()
    return True

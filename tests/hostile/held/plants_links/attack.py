"""Puts a link into its folder, so that whoever writes there next writes elsewhere."""

from pathlib import Path


def attack() -> bool:
    link = Path("hostile-link")
    link.symlink_to("/etc/passwd")
    link.unlink()
    return True

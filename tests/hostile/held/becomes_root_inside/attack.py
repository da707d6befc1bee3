"""A hostile bot that makes a user namespace, in which it would be root and could mount file systems."""

import subprocess


def attack() -> bool:
    return subprocess.run(("unshare", "--user", "--map-root-user", "true"), check=False).returncode == 0

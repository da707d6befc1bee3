"""Puts a key where all programs of its user find it."""

from tests.hostile.weapons import call

USER_KEYRING = -4
REVOKE = 3
STOPPED_BY = "a kernel without keys, or a container that refuses them"


def attack() -> bool:
    key = call("add_key", b"user", b"hostile", b"card", 4, USER_KEYRING)
    call("keyctl", REVOKE, key)
    return True

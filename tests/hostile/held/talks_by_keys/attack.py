"""A hostile bot that stores a key in the kernel's key ring of its user, where all programs of this user can find it."""

from tests.hostile.weapons import call

USER_KEYRING = -4
REVOKE = 3
STOPPED_BY = "a kernel without keys, or a container that refuses them"


def attack() -> bool:
    key = call("add_key", b"user", b"hostile", b"card", 4, USER_KEYRING)
    call("keyctl", REVOKE, key)
    return True

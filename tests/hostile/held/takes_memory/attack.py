"""A hostile bot that requests more memory in one piece than a bot may have."""


def attack() -> bool:
    try:
        return len(bytearray(1_500_000_000)) > 0
    except MemoryError:
        return False

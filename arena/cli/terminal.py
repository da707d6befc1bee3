"""Text of strangers for a terminal."""


def printable(text: str) -> str:
    """What somebody said, without what a terminal would obey, or show elsewhere than it stands."""
    return "".join(letter if letter.isprintable() or letter in "\n\t" else "?" for letter in text)

"""The arena: games, matches, the bot protocol and leagues. A layer imports only from those below it."""

__version__ = "0.1.0"

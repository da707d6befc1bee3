"""The arena: games, matches, the bot protocol and leagues. Imports go down the layers only."""

__version__ = "0.1.0"

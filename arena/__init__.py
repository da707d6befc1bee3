"""The arena: games, matches, the bot protocol, and leagues; each folder is a floor, and imports go down only."""

__version__ = "0.1.0"

"""The arena: games, matches, the bot protocol and leagues.

Its packages form layers, and each layer imports only from the layers below it.
"""

__version__ = "0.1.0"

"""The actions that a seat can take in its turn, with areas, buildings, tokens, markets and influence cards."""

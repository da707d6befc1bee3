"""The actions of a seat in its turn: areas, buildings, tokens, markets, influence."""

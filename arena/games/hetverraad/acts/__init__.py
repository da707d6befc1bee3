"""What a seat does in its turn: areas, buildings, tokens, markets, influence."""

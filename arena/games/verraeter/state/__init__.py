"""How a match stands: a row of cells, and the cards."""

"""The state of a match: a row of cells, and the cards."""

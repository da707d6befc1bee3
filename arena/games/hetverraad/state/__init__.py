"""The state of a match: a row of cells, piles, and what seats hold and know."""

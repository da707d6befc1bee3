"""The state of a match: rows of cells, piles, and what seats hold and know."""

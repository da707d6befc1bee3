"""How a match stands: rows of cells, piles, and what each seat holds and knows."""

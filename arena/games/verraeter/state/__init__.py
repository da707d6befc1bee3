"""The state of a match, which is a row of cells, and the arithmetic of supply cards."""

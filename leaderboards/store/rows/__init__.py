"""The rows of a store: their contents, marks (a hash of each row) and seal (a hash of all rows)."""

"""The rows of a store: their contents, marks and seal."""

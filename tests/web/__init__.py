"""The pages of results: served, and in a real browser."""

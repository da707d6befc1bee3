"""A league as a whole, and matches."""

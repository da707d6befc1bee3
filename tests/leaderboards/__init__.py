"""Results, ratings and standings."""

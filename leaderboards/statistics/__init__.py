"""Statistics: computes strengths, ratings and intervals from finishing orders."""

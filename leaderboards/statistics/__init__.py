"""Statistics: from finishing orders to strengths, ratings and intervals."""

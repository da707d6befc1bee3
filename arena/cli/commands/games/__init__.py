"""Games while they are written."""

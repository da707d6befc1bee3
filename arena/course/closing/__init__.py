"""The deadline: which hand-in counts for whom, locked by its hash, and the final that is committed to."""

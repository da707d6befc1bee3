"""Closes an assignment: records the hand-ins in a lock file, chooses those that count, and prepares the final."""

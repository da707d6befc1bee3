"""The deadline of an assignment: the hand-ins that count are locked, and the final is prepared."""

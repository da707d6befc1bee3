"""Closes an assignment: locks the hand-ins, chooses those that count, and prepares the final."""

"""Closes an assignment at its deadline: locks the hand-ins, chooses those that count, and prepares the final."""

"""Builds: how they run, their surroundings, their terms, and the seals of what they made."""

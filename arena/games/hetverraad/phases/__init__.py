"""The phases of a round, and the two phases that can interrupt others."""

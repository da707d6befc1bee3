"""The phases of a round, the set-up, and the two phases that can interrupt others."""

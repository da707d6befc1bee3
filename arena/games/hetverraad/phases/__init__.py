"""The phases of a turn and of the set-up, and the two phases that can interrupt others."""

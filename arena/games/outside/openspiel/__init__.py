"""Makes games of the library OpenSpiel playable in the arena, as games from outside."""

"""Makes games of the library OpenSpiel playable in the arena, like the games of other authors."""

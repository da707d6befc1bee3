"""Makes games of the library OpenSpiel playable as games from outside."""

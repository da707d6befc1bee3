"""Games of OpenSpiel as games from outside: what an author would write, made of the library."""

"""Games of OpenSpiel as games from outside."""

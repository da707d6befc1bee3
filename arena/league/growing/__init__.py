"""How a ladder goes on with other bots: the next league made from the one before."""

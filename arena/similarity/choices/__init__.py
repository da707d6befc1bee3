"""Similarity of choices: the positions, the choice of each bot at each position, and the agreement of bots."""

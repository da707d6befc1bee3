"""Similarity of choices: the positions, the choices of each bot there, and how far bots agree."""

"""Similarity of choices: positions, what each bot chooses there, and agreement."""

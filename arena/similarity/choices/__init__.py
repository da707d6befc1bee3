"""Similarity of choices: selects positions, asks each bot for its action at each position, and measures how often bots
agree.
"""

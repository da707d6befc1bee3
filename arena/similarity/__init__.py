"""Similarity of bots, by sources and by choices: hints for a person to judge."""

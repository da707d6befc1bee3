"""Bots that are alike: hints for a person who then looks, by their sources and by what they choose."""

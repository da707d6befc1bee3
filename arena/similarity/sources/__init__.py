"""Bots whose sources are alike: files, tokens, fingerprints, and the passages that two bots share."""

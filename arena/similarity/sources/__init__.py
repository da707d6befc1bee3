"""Similarity of sources: files, tokens, fingerprints and shared passages."""

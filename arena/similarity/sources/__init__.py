"""Similarity of sources: splits source files into tokens, computes fingerprints of them, and finds passages that bots
share.
"""

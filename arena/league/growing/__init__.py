"""Continues a ladder after bots have joined, left or changed."""

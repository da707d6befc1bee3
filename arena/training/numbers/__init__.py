"""Observations: what a seat may know, as numbers of which there are always as many."""

"""Observations: what a seat may know, as an array of fixed length."""

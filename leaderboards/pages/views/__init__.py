"""Computes the values of each page."""

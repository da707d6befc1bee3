"""Computes the values that the templates of pages show."""

"""Estimates each seat's share of the win at the states of a finished match, by random playouts."""

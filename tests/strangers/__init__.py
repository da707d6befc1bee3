"""Tests with bytes from strangers: every reader must accept or refuse them."""

"""Tests of the functions that read bytes from strangers: each accepts or refuses any bytes, and never crashes."""

"""Bytes of strangers: every reader of them reads them or refuses them."""

"""Reads strangers' archives within limits, and packs our own."""

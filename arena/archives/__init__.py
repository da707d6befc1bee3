"""Unpacks archives from strangers within limits, and packs the project's own archives."""

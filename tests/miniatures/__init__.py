"""Tiny bots, each of which misbehaves in one way that its name states; the arena must cope with them all."""

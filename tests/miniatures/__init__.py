"""Tiny bots for tests. Each misbehaves in one way, which its name describes; the arena must cope with all of them."""

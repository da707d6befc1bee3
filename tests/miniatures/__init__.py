"""Tiny bots, each wrong in one way, which its name says; the arena must survive them all."""

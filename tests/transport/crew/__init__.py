"""The bots of a host over its life."""

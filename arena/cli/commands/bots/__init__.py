"""Commands for authors who write bots."""

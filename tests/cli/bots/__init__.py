"""Commands for authors of bots."""

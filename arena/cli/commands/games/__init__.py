"""Commands for authors who write games."""

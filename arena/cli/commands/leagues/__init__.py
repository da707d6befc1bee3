"""Commands for leagues and matches."""

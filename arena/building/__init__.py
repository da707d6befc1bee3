"""One bot made ready to play: what it is, its copy, its build; no schedule."""

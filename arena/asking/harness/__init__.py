"""One bot alone with an arena that says what a script says."""

"""Commands for authors who take part in a ladder."""

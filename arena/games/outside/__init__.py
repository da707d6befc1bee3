"""Games from outside: the interface for authors, and the whole game made of it."""

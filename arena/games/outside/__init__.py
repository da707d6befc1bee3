"""Games from outside: the interface for authors, and the wrapper that makes a full `Game` of what they write."""

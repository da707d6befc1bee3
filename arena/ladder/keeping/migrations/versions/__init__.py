"""The migrations, in order of their numbers. A released migration never changes."""

"""A course on a ladder: students become people there, and their submissions become hand-ins."""

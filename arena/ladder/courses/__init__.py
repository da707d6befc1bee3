"""A course on a ladder: its students become people there, and what they hand in becomes hand-ins of the course."""

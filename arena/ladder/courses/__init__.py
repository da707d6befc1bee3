"""A course on a ladder: the course's students get accounts on the ladder, and their submissions count as hand-ins."""

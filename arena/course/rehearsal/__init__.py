"""A rehearsal: a whole course with invented students."""

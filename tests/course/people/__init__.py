"""Who is in a course."""

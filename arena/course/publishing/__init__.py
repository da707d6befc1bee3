"""What students may see of a course, and nowhere who anybody is."""

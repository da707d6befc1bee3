"""What a course says of itself."""

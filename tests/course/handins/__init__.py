"""What was handed in."""

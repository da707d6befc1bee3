"""What students may see."""

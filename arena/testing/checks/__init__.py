"""What is tried of a game; each function says what it has tried, or raises what it has found."""

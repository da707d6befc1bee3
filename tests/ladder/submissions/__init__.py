"""What is handed in: packed, sent, kept, in a queue."""

"""The differences between operating systems, hidden from all layers above."""

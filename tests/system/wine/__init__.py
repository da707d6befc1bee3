"""The author's half of the arena in Windows's Python, under Wine."""

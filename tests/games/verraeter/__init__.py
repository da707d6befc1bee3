"""What holds in every match of Verräter, and its parts: cards, points, samples."""

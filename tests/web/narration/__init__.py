"""What pages and their servers say, and to whom."""

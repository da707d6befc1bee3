"""What an organiser decides before a course begins: its file, its deadlines, its late rules."""

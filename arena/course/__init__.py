"""A course run from a folder of downloads: students, hand-ins, deadlines, finals and grades."""

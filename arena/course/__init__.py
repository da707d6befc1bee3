"""Runs a course from a folder of downloads: students, hand-ins, deadlines, finals and grades."""

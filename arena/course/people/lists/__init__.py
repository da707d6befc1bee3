"""Reads school systems' lists of students, whatever their columns are called."""

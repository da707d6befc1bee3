"""Grades, and files of them."""

"""Publishes the part of a course that students may see, which identifies nobody."""

"""The values of each page."""

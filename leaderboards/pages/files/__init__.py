"""Writes pages as files to publish: a whole site, or one replay."""

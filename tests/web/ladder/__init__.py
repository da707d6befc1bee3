"""Tests of the ladder over HTTP and in a browser."""

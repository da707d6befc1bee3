"""Tests of the ladder's web server, by plain requests and in a browser."""

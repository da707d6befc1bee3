"""Tests of the web server, by plain requests and in a real browser."""

"""Tests of the web server's pages, over HTTP and in a real browser."""

"""Tests of the texts on pages and of the server's answers, and of who may see them."""

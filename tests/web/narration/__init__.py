"""Tests of the texts that pages and servers show or send, and who gets them."""

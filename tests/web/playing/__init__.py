"""Tests of tables in Chromium: people play with a mouse, with keys, on a phone, and over connections that break."""

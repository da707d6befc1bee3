"""Tests of tables in Chromium: people play by mouse, by keyboard, on a phone, and with connections that break."""

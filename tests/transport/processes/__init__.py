"""Tests of programs under guards, with real processes."""

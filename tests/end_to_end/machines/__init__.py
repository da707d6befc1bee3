"""Tests of leagues and ladders on more than one machine."""

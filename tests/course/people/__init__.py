"""Tests of a course's students: lists, roster, aliases."""

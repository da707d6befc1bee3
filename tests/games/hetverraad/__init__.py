"""Tests of Het Verraad beyond its rules: boards, sentences and piles."""

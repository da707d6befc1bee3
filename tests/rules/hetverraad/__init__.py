"""Tests of the rules of Het Verraad, with one file for each part of the rule book. The tests set up their positions on
the shipped board.
"""

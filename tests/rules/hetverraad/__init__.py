"""Tests of the rules of Het Verraad, with one file for each part of the rule book. Their positions are set up on the
shipped board.
"""

"""Tests of the rules of Verräter, with one file for each phase. Most positions start from the example round that the
rule book prints.
"""

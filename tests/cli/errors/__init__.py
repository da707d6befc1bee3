"""Test cases for error messages. A case changes a folder that contains a played league, and names the command that must
then fail.
"""

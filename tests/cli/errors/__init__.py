"""The cases of the error message tests, by area. Each case spoils a folder with a played league, and names the command
that then fails.
"""

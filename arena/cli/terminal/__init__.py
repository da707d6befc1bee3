"""Everything that commands write to the terminal: tables, matches in words, progress and messages. Also handles Ctrl-C.
"""

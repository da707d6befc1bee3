"""Everything that commands write to the terminal: tables, matches in words, progress, messages. Also handles Ctrl-C."""

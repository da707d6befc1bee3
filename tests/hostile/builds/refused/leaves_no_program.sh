# refused: it left no ./program
exit 0

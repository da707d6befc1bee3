# refused: has a pipe: ./made
mkfifo made

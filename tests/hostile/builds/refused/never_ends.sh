# refused: it took longer than
sleep 600

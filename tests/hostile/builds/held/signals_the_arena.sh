kill -0 "$ARENA"

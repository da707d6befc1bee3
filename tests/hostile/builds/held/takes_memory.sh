"$PYTHON" -I -S -c "bytes(200_000_000)"

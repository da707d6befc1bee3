touch "$SECRET.written"

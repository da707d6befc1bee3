[ -e "$SECRET" ] && touch "$SECRET.written"

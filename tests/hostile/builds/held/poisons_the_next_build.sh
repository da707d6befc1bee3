# a home is shared by whoever does not have one of his own
[ -d "$PERSON" ] && touch "$PERSON/.cache-of-all"

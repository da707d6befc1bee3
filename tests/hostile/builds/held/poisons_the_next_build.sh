# a home is shared by whoever does not have one of his own
touch "$PERSON/.cache-of-all"

# without a home of its own, a build would share this home with all others
[ -d "$PERSON" ] && touch "$PERSON/.cache-of-all"

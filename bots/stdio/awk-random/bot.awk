# A bot for any game that chooses uniformly at random among the legal actions. It plays one match at a time.

# A match starts. Its seed is a string of up to 20 digits. A number in awk cannot hold so many, so only the first nine
# are used.
match($0, /"seed":"[0-9]+/) {
    srand(substr($0, RSTART + 8, 9) + 0)
}

# A turn contains, for example, "turn_id":7 and later "legal":[8300,8301,8302].
match($0, /"turn_id":[0-9]+/) {
    turn = substr($0, RSTART + 10, RLENGTH - 10)
    match($0, /"legal":\[[0-9,]+/)
    count = split(substr($0, RSTART + 9, RLENGTH - 9), legal, ",")
    action = legal[1 + int(rand() * count)]
    print "{\"choices\": {\"turn_ids\": [" turn "], \"actions\": [" action "]}}"
    fflush()
}

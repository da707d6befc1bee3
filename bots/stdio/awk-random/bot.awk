# Chooses uniformly among the legal actions, in any game, one match at a time.

# A match starts: its seed is a string of up to 20 digits, more than a number of awk holds.
match($0, /"seed":"[0-9]+/) {
    srand(substr($0, RSTART + 8, 9) + 0)
}

# A turn: "turn_id":7, and somewhere behind it "legal":[8300,8301,8302].
match($0, /"turn_id":[0-9]+/) {
    turn = substr($0, RSTART + 10, RLENGTH - 10)
    match($0, /"legal":\[[0-9,]+/)
    count = split(substr($0, RSTART + 9, RLENGTH - 9), legal, ",")
    action = legal[1 + int(rand() * count)]
    print "{\"choices\": {\"turn_ids\": [" turn "], \"actions\": [" action "]}}"
    fflush()
}

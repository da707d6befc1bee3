# Takes the first legal action, in any game, one match at a time.
# Each line gets its own sed, because sed writes out what it holds when it ends.
while IFS= read -r line; do
    printf '%s\n' "$line" | sed -n \
        's/.*"turn_id":\([0-9]*\),.*"legal":\[\([0-9]*\).*/{"choices": {"turn_ids": [\1], "actions": [\2]}}/p'
done

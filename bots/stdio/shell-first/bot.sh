# A bot for any game that takes the first legal action. It plays one match at a time.
# Each line gets its own sed, because sed may keep its output in a buffer until it ends.
while IFS= read -r line; do
    printf '%s\n' "$line" | sed -n \
        's/.*"turn_id":\([0-9]*\),.*"legal":\[\([0-9]*\).*/{"choices": {"turn_ids": [\1], "actions": [\2]}}/p'
done

"""Remote bots, from the messages on their connections to whole leagues of real processes."""

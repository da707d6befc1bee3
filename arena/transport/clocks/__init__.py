"""Times: what bots are granted and charged, and how long choices took."""

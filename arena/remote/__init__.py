"""Remote bots: bots that run on their owners' machines, and connect to the arena over TLS."""

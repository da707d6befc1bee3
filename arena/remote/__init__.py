"""Remote bots: they run on their owners' machines and connect over TLS."""

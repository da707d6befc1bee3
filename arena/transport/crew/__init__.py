"""The bots of a host: how they are started, watched, restarted and withdrawn."""

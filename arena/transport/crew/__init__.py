"""The bots of a host: started, watched, restarted and withdrawn."""

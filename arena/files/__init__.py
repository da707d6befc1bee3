"""Files on this machine: reading, atomic writing, locks, tokens and rate limits."""

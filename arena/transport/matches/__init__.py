"""The matches of a host: those that wait, those in flight, and what comes of them."""

"""TLS: the addresses at which servers listen, their certificates, and the servers that are trusted."""

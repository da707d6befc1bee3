"""TLS: where servers listen, their certificates, and which servers are trusted."""

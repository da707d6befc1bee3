"""Programs that train the house bots that have learned."""

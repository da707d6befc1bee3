"""What holds for every game of the registry, and the parts the games are made of."""

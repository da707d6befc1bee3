"""Programs that train the learning bots among the house bots, which are the bots that come with the arena."""

"""Programs that train those house bots (bots that come with the arena) that learn from matches."""

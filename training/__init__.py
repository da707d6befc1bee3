"""Programs that train those house bots that learn from matches."""

"""What goes to bots and comes from them."""

"""The component data, as shipped and as read."""

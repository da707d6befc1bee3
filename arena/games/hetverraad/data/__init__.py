"""The component data, as they are shipped and as they are read."""

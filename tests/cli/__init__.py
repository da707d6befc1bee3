"""The commands, as a person sees them."""

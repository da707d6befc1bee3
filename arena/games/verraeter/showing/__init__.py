"""A match as JSON values: frames, actions in parts, and layout."""

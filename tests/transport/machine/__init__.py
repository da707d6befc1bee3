"""The machine as the arena sees it."""

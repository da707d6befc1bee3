"""The values that a store keeps about its league, fixed ones and changing ones."""

"""What a store keeps about its league: fixed values and changing ones."""

"""How a season ends."""

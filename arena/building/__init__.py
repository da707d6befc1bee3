"""Makes one bot ready to play: manifest, copy and build."""

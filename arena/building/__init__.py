"""Makes one bot ready to play: reads its manifest, copies its files and builds it."""

"""Programs in boxes: what they may see, use and reach is decided before they start, and proved by probes."""

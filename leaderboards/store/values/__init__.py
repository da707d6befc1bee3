"""What a store says of its league: values that stay from its founding, and values that change."""

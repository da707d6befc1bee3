"""From stored records to ratings and standings."""

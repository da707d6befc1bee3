"""The values that a store keeps about its league; some never change, others do."""

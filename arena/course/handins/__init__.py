"""What was handed in: found among downloads, with its author and its receipt, unpacked and tried."""

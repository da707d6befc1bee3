"""Hand-ins: found among downloads with their author and receipt, unpacked and tried."""

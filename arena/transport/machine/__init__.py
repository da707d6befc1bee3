"""The machine: its processes, shortages and delays."""

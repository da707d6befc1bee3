"""Watches the machine: its processes, shortages, delays, and endless methods of games."""

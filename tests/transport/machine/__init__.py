"""Tests of how the arena watches the machine: delays, methods of games that never return, and memory."""

"""Tests of watching the machine: delays, endless methods and memory."""

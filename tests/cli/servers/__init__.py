"""Tests of the commands that start a server, and of the commands that send requests to a server."""

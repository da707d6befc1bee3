"""Tests of the commands that run a server, and of the commands that send requests to one."""

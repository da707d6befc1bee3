"""Endpoints with which operators check the server's health, on a port of their own."""

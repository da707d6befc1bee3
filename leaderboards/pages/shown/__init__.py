"""Finds the leagues that pages show, and reads them little by little."""

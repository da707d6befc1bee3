"""Health endpoints for operators, on a port of their own."""

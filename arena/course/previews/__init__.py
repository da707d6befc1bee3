"""Shows before a deadline what closing an assignment would find now."""

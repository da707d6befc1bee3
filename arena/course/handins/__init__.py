"""Finds hand-ins among downloads, with their authors and times of receipt; unpacks and tests them."""

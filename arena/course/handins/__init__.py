"""Finds hand-ins among downloads, with their authors and times of receipt; unpacks them and tries them."""

"""Finds hand-ins among downloads, with author and time of receipt, unpacks them and tries them."""

"""The classroom from a folder of downloads: who is in it, what counts at the deadline, the final, and grades."""

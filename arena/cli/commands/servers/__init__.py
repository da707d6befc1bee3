"""What whoever runs a server, a course or a ladder needs."""

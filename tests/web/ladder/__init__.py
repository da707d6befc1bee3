"""The ladder over HTTP and in a browser."""

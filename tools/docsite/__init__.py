"""Makes the documentation site from the repository's pages, and from references generated from the code."""

"""Makes the documentation site from the pages of the repository, and from references made from the code."""

"""The documentation site: the pages of the repository, and references made from the code."""

"""The documentation site: pages of the repository, references made from the code, and checks that nothing is missing."""

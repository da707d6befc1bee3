"""Pages as files that anybody can publish: a whole site in a folder, or one replay by itself."""

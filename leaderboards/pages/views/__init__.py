"""The values of each page: a function of what is shown."""

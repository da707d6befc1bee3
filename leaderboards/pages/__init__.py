"""Shows results as pages: values, templates, texts and assets, without a web server.

A page depends on a store's records alone, so the same results give the same page, live or written to a file.
"""

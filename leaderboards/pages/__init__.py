"""Results as pages: values, templates, texts and assets, without a web server.

A page is a function of a store's records, so that the same page comes of the same results, live or written to a file.
"""

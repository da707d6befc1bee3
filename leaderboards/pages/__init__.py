"""Renders results as pages, without a web server.

A page depends on a store's records alone, so the same results give the same page, whether a server shows it or it is
written to a file.
"""

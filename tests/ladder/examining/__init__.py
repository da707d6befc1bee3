"""Tests of the examination of submissions: who builds and checks them, on which machine, and what happens when a server
ends.
"""

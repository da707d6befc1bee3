"""Programs under guards (processes that run them and end all their processes): starting, measuring, limiting and
ending.
"""

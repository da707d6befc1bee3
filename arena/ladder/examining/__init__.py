"""The examination of submissions: they are built and checked, here or on a cluster."""

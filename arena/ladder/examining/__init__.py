"""The examination of submissions: it builds and checks them, on this machine or on a cluster."""

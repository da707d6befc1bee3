"""The examination of submissions, which builds and checks their bots on this machine or on a cluster."""

"""The league file, the manifests, and the schedule."""

"""The leagues that are shown, each as far as it has been read."""

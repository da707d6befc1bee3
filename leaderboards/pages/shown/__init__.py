"""The leagues that pages show, each as far as it has been read."""

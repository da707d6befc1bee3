"""What is shown: leagues, each as far as the beginning of its schedule has been read."""

"""What is granted and charged, and how long choices took."""

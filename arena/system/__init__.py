"""What differs from one operating system to another: no floor above asks which one this is."""

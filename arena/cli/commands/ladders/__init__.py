"""Taking part in a ladder, from the machine of an author."""

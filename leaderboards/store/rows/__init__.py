"""The rows of a store: what each kind holds, how it is marked and sealed, and how it is read."""

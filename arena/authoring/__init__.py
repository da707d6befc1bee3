"""For authors: one bot alone, made, checked and played back."""

"""Who meets whom, and until when."""

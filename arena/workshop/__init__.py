"""What authors of bots work with: starters, checks, recorded turns played back."""

"""Who people are: accounts, tokens, what each role may do, and how often."""

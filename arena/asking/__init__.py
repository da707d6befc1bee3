"""A bot is asked what it would choose: a match, a decision of it, a bot; its answer, or a sentence."""

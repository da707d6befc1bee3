"""Bots that choose alike: positions of matches, what each bot chooses there, and how far two agree beyond others."""

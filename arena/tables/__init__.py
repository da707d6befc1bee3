"""Tables of people: opened, played with bots and other people, stored and audited."""

"""Tables in Chromium: people who play with a mouse, with keys, on a phone, and on lines that break."""

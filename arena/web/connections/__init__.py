"""The connections of the web server: how many there are, from where, and how long each may say or take nothing."""

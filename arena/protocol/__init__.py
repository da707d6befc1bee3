"""The protocol between arena and bots: generated messages, their fast encoding, and the rules of the message exchange,
without I/O.
"""

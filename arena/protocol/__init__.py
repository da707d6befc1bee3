"""The protocol: generated messages, their fast encoding, and the rules of the conversation, without I/O."""

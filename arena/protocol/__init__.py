"""The protocol: generated messages, their fast encoding, and the conversation as a table without I/O."""

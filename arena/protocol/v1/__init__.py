"""The generated messages of protocol version 1; made by `make proto`, never edited."""

"""The generated messages between connectors and gates; made by `make proto`, never edited."""

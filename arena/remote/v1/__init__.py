"""The messages between connectors and gates, in code that `make proto` generates; never edit it."""

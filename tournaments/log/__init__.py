"""The log of an event: what can happen in one, how it is told, and taking the last step back."""

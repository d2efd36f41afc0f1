"""The log of an event in sentences, and taking the last step back."""

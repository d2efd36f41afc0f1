"""The book of people, and the names that are typed for it."""

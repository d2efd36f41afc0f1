"""What the pages of every room share: answers, form fields, labels, long lists, drawings."""

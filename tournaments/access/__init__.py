"""Who may come in, and how: links, codes, sign-in."""

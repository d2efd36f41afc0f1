"""What can be read: the database in, plain frozen values out."""

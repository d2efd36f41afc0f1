"""What is kept so that it need not be made again: in this process, and between processes."""

"""Records: what a family's finished evenings come to, for its pages, papers, files and commands."""

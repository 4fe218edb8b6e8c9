"""Text to orders to text: the players' language."""

"""Master: six tasks, six number rows and a coin row; first to fifteen stars."""

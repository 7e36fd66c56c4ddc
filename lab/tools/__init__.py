"""What writes pages and data of the documents."""

"""Storage: the database, its schema and migrations, the store of tables, backups."""

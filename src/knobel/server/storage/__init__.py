"""Storage: the database, its schema and migrations, the stores of tables and boards, and backups."""

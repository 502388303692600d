"""What is stored: tables of the database, transactions, migrations, backups."""

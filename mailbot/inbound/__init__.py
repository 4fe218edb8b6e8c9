"""Letters in: from the mailbox to what the database keeps of them."""

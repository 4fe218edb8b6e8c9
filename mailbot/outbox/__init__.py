"""Letters out: rows of the outbox to the relay, and what became of them."""

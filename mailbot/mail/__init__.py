"""Letters as values: reading what came, writing what goes; no mailbox, no store, no clock."""

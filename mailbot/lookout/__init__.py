"""Looking after the service: what stands where, what is wrong, and who is told of it."""

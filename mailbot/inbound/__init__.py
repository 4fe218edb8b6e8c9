"""Letters in: kept first, then read, screened, identified, decided and answered."""

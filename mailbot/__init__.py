"""The service: everything that touches mail, clock and database lives here."""

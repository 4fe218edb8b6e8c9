"""Off-map raids: one side strikes into the other's region beyond the edge of the map."""

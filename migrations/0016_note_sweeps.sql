-- When the hourly sweep last ran, and how many of its parts failed then. One row.
CREATE TABLE sweeps (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  at INTEGER NOT NULL,
  failed INTEGER NOT NULL
) STRICT;

-- What the operator has set for the whole site: nobody new comes in, and a line on patrons' pages. One row.
CREATE TABLE site_state (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  is_stopped INTEGER NOT NULL,
  notice TEXT
) STRICT;

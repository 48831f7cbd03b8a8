-- That somebody reported somebody in a bar, and whether it was answered. What was written or shown is
-- an object under reports/ in R2; no column names anybody.
CREATE TABLE reports (
  id TEXT NOT NULL PRIMARY KEY,
  bar_id TEXT NOT NULL,
  reason TEXT NOT NULL,
  -- `removed`: closed by a removal.
  state TEXT NOT NULL CHECK (state IN ('open', 'closed', 'removed')),
  reported_at INTEGER NOT NULL,
  closed_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX reports_of_bar ON reports (bar_id, reported_at);
CREATE INDEX reports_by_time ON reports (reported_at);

-- How full each bar was, hour by hour. Counts alone: nothing of anybody. Clustered by bar, so that a
-- bar's weeks lie together and an hour costs one row. `hour` counts hours since 1970.
CREATE TABLE bar_hours (
  bar_id TEXT NOT NULL,
  hour INTEGER NOT NULL,
  -- The most people online at one moment.
  peak INTEGER NOT NULL,
  -- Profiles made.
  visits INTEGER NOT NULL,
  -- Of these, those that `life` did not count: a room that emptied and filled again within the hour
  -- knows only its own. `life` is when its first profile of the hour was made, 0 for none.
  earlier_visits INTEGER NOT NULL,
  life INTEGER NOT NULL,
  PRIMARY KEY (bar_id, hour)
) STRICT, WITHOUT ROWID;

-- The copy that questions across bars read; the bar's room holds the original and is the only
-- writer. Clustered by bar, so that a bar's people lie together and a write costs one row: no
-- second index, and no foreign key, because a copy must never refuse what the room holds.
CREATE TABLE bar_profiles (
  bar_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  phone TEXT,
  photo TEXT,
  interest TEXT NOT NULL CHECK (interest IN ('all', 'men', 'women')),
  table_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (bar_id, id)
) STRICT, WITHOUT ROWID;

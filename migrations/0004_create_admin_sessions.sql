CREATE TABLE admin_sessions (
  token_hash TEXT NOT NULL PRIMARY KEY,
  admin_id TEXT NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  device_label TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX admin_sessions_of_admin ON admin_sessions (admin_id);

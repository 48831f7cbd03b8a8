CREATE TABLE admins (
  id TEXT NOT NULL PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  -- Null until the admin has set one.
  password_hash TEXT,
  role TEXT NOT NULL DEFAULT 'admin',
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

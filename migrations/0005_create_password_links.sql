-- Changes with every new password: a session is only opened for the password that was checked.
ALTER TABLE admins ADD COLUMN password_set_at INTEGER;
-- The one link that an operator made for an admin to set a password; a newer one takes its place.
CREATE TABLE password_links (
  admin_id TEXT NOT NULL PRIMARY KEY REFERENCES admins (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

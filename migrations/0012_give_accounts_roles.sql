-- Accounts of the platform's administrators and of the bars' own people.
ALTER TABLE admins RENAME TO accounts;
-- Null: no role of the platform. A default would make an administrator of whoever is inserted.
ALTER TABLE accounts RENAME COLUMN role TO former_role;
ALTER TABLE accounts ADD COLUMN role TEXT CHECK (role = 'admin');
UPDATE accounts SET role = 'admin' WHERE former_role = 'admin';
ALTER TABLE accounts DROP COLUMN former_role;
ALTER TABLE admin_sessions RENAME COLUMN admin_id TO account_id;
ALTER TABLE password_links RENAME COLUMN admin_id TO account_id;
-- Whoever made it on the site; null: the operator.
ALTER TABLE password_links ADD COLUMN made_by TEXT REFERENCES accounts (id) ON DELETE CASCADE;
CREATE TABLE memberships (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  bar_id TEXT NOT NULL REFERENCES bars (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('owner', 'staff')),
  since INTEGER NOT NULL,
  PRIMARY KEY (account_id, bar_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX memberships_of_bar ON memberships (bar_id);
-- Links by which somebody joins a bar, good once.
CREATE TABLE invitations (
  id TEXT NOT NULL PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  bar_id TEXT NOT NULL REFERENCES bars (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('owner', 'staff')),
  made_by TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX invitations_of_bar ON invitations (bar_id);

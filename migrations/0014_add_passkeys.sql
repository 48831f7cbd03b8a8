-- Passkeys of accounts (WebAuthn). Public keys only: a copy of the database opens nothing.
CREATE TABLE passkeys (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  transports TEXT NOT NULL,
  counter INTEGER NOT NULL,
  backup_eligible INTEGER NOT NULL CHECK (backup_eligible IN (0, 1)),
  backed_up INTEGER NOT NULL CHECK (backed_up IN (0, 1)),
  -- Null: shown by the device that made it.
  name TEXT,
  device_label TEXT,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  -- When the newest challenge that it answered was minted: an answer counts once.
  challenged_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_of_account ON passkeys (account_id);
-- When whoever is signed in last gave a password or a passkey. A session of before: never.
ALTER TABLE admin_sessions ADD COLUMN proven_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE admin_sessions ADD COLUMN opened_by TEXT CHECK (opened_by IN ('password', 'passkey'));

-- A password link suspends older passkeys until the account confirms them.
ALTER TABLE passkeys ADD COLUMN suspended_at INTEGER;
-- When a password link was used, or the operator set the password. Null: only typed by whoever joined.
ALTER TABLE accounts ADD COLUMN email_confirmed_at INTEGER;

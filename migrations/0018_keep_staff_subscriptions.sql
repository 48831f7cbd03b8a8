-- Phones of owners and staff that are told of calls for help and of reports: a row for each session and
-- bar, which ends with the session and with the membership.
CREATE TABLE staff_subscriptions (
  bar_id TEXT NOT NULL,
  token_hash TEXT NOT NULL REFERENCES admin_sessions (token_hash) ON DELETE CASCADE,
  account_id TEXT NOT NULL,
  -- JSON: the address and the keys of the browser, and the site.
  subscription TEXT NOT NULL,
  PRIMARY KEY (bar_id, token_hash),
  FOREIGN KEY (account_id, bar_id) REFERENCES memberships (account_id, bar_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX staff_subscriptions_of_session ON staff_subscriptions (token_hash);

-- What administrators and the bars' own people did, and failed sign-ins: ids alone, never a name, a
-- phone or a text. Clustered by time, because it is read newest first.
CREATE TABLE admin_acts (
  at INTEGER NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- No references: a record outlives the bar and the account.
  account_id TEXT NOT NULL,
  bar_id TEXT,
  person_id TEXT,
  member_id TEXT,
  people INTEGER,
  PRIMARY KEY (at, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX admin_acts_of_bar ON admin_acts (bar_id, at);
CREATE INDEX admin_acts_of_account ON admin_acts (account_id, at);
CREATE TRIGGER admin_acts_stay_as_they_are BEFORE UPDATE ON admin_acts
BEGIN
  SELECT RAISE(ABORT, 'an act is never changed');
END;
-- The hourly sweep erases a day later, so that two clocks cannot disagree.
CREATE TRIGGER admin_acts_stay_a_year BEFORE DELETE ON admin_acts
WHEN old.at > (unixepoch() - 365 * 24 * 3600) * 1000
BEGIN
  SELECT RAISE(ABORT, 'an act is kept for a year');
END;

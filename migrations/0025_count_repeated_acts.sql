-- Repeats of an act within a minute are one row with a count, which alone may grow.
ALTER TABLE admin_acts ADD COLUMN times INTEGER NOT NULL DEFAULT 1;
DROP TRIGGER admin_acts_stay_as_they_are;
CREATE TRIGGER admin_acts_stay_as_they_are BEFORE UPDATE ON admin_acts
WHEN new.times <> old.times + 1
  OR (new.at, new.id, new.kind, new.account_id, new.bar_id, new.person_id, new.member_id, new.people, new.reason)
    IS NOT (old.at, old.id, old.kind, old.account_id, old.bar_id, old.person_id, old.member_id, old.people, old.reason)
BEGIN
  SELECT RAISE(ABORT, 'an act is never changed');
END;

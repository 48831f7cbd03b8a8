-- Why the staff removed somebody: one of a closed list, never a text of their own.
ALTER TABLE admin_acts ADD COLUMN reason TEXT;
ALTER TABLE reports ADD COLUMN removal_reason TEXT;

-- When the account lost a bar last. The hourly sweep deletes accounts that have been in no bar for long.
ALTER TABLE accounts ADD COLUMN lost_bar_at INTEGER;

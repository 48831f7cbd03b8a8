-- The night's code: a switch, an hour's end beside it, and how often it was renewed. The code itself
-- is derived and stored nowhere.
ALTER TABLE bars ADD COLUMN entry_code_on INTEGER NOT NULL DEFAULT 0;
ALTER TABLE bars ADD COLUMN entry_code_until INTEGER;
ALTER TABLE bars ADD COLUMN entry_code_renewals INTEGER NOT NULL DEFAULT 0;
-- When the bar was last emptied, by which administrator and of how many people.
ALTER TABLE bars ADD COLUMN cleared_at INTEGER;
ALTER TABLE bars ADD COLUMN cleared_by TEXT;
ALTER TABLE bars ADD COLUMN cleared_people INTEGER;

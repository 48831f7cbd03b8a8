-- The operator stops entrances alone, and says nothing above the pages. The one row is always there.
ALTER TABLE site_state DROP COLUMN notice;
INSERT OR IGNORE INTO site_state VALUES (1, 0);

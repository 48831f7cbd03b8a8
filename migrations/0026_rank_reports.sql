-- Whom a report is about, by the id that its act names too, and the place of its rank: 0 of an established
-- visit, 1 of a newcomer, 2 of a newcomer beyond the numbers of a network or a bar.
ALTER TABLE reports ADD COLUMN person_id TEXT NOT NULL DEFAULT '';
ALTER TABLE reports ADD COLUMN rank INTEGER NOT NULL DEFAULT 0;

-- The act of a clearing (admin_acts) says who cleared the bar, when, and how many people.
ALTER TABLE bars DROP COLUMN cleared_at;
ALTER TABLE bars DROP COLUMN cleared_by;
ALTER TABLE bars DROP COLUMN cleared_people;

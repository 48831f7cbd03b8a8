-- The room of a bar is the only home of its people: a copy that nobody reads is a liability, for
-- as long as the recovery copies of this database reach back. A Worker that still runs without
-- this change logs that its copy fails; people notice nothing.
DROP TABLE bar_profiles;

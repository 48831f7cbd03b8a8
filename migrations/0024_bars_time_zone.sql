-- Null: the zone of most of the bar's state. The west of Amazonas and Fernando de Noronha have their own.
ALTER TABLE bars ADD COLUMN time_zone TEXT;

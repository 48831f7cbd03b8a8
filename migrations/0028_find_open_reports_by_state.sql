-- The monitor counts the open reports of all bars; a board still finds those of its bar.
DROP INDEX open_reports;
CREATE INDEX open_reports ON reports (state, bar_id);

-- The board counts and orders the open reports of its bar.
CREATE INDEX open_reports ON reports (bar_id, state);

-- The monitor lists the newest bars first, page by page.
CREATE INDEX bars_by_creation ON bars (created_at, id);

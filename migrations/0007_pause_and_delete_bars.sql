-- Since when nobody new is let in; null while the bar is open.
ALTER TABLE bars ADD COLUMN paused_at INTEGER;
-- The bar is gone for everybody; its room, pictures and rows are being erased.
ALTER TABLE bars ADD COLUMN deleted_at INTEGER;

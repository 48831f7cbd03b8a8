-- What the bar says about tonight, on its page.
ALTER TABLE bars ADD COLUMN tonight TEXT;
-- A smaller rendition of the first photo. Null: none was made.
ALTER TABLE bars ADD COLUMN cover_url TEXT;

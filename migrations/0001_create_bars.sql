-- Times are milliseconds since 1970. photos_url is a JSON list of text, null when there are no photos.
CREATE TABLE bars (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  owner_name TEXT,
  document TEXT,
  address TEXT NOT NULL,
  number TEXT,
  neighborhood TEXT,
  city TEXT NOT NULL,
  state TEXT,
  phone TEXT,
  email TEXT,
  login TEXT UNIQUE,
  subscription_plan TEXT NOT NULL DEFAULT 'trial'
    CHECK (subscription_plan IN ('trial', 'monthly', 'quarterly', 'yearly')),
  description TEXT,
  logo_url TEXT,
  photos_url TEXT CHECK (photos_url IS NULL OR json_type(photos_url) = 'array'),
  qr_code TEXT,
  -- Made by the form's page: a repeated submit finds the bar that the first one made.
  creation_key TEXT UNIQUE,
  revision INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER))
) STRICT, WITHOUT ROWID;

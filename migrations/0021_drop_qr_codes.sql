-- A bar's QR code is its address on this site, computed for each answer.
ALTER TABLE bars DROP COLUMN qr_code;

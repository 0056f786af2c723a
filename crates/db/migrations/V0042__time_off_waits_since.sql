-- Since when a request waits that was changed after it was made; without it, since it was made.
ALTER TABLE time_off_request ADD COLUMN waits_since DATE;

-- Which half of each day a request for half days is about; without it, either.
ALTER TABLE time_off_request ADD COLUMN half TEXT
  CONSTRAINT time_off_request_half CHECK (half IS NULL OR (unit = 'half' AND half IN ('first', 'second')));

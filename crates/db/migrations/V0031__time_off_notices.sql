-- Time off in the reader's language, and who was reminded.

-- Without a Spanish name a type keeps its English one.
ALTER TABLE time_off_type ADD COLUMN name_es TEXT;

-- When those who decide were reminded of a request that waits; once a request.
ALTER TABLE time_off_request ADD COLUMN reminded_at TIMESTAMPTZ;
CREATE INDEX time_off_request_slow ON time_off_request (request_date) WHERE status = 'Pending' AND reminded_at IS NULL;

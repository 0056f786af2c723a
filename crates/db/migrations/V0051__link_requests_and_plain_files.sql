-- Where a link was asked for, so that one network cannot fill the queue.
ALTER TABLE link_request ADD COLUMN neighborhood TEXT NOT NULL DEFAULT '';
-- Whose link it is, once a name turned out to be several people's: each then has a row of their own.
ALTER TABLE link_request ADD COLUMN person_id UUID REFERENCES person (id);
-- How often a worker has taken it up.
ALTER TABLE link_request ADD COLUMN attempts BIGINT NOT NULL DEFAULT 0;
CREATE INDEX link_request_neighborhood ON link_request (neighborhood);
CREATE INDEX link_request_person ON link_request (person_id);

-- Files that still have to be sealed; empty once they are.
CREATE INDEX stored_file_plain ON stored_file (id) WHERE is_sealed = FALSE;

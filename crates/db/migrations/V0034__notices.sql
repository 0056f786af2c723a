-- What people hear of in the app, beside the mail. Of which kind it is, and the facts: words are made where it is read.
CREATE TABLE notice (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  -- Whose it is.
  person_id UUID NOT NULL REFERENCES person (id),
  kind TEXT NOT NULL,
  facts JSONB NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  read_at TIMESTAMPTZ
);
-- Ids are in the order of time.
CREATE INDEX notice_person ON notice (person_id, id);
CREATE INDEX notice_unread ON notice (person_id, id) WHERE read_at IS NULL;
CREATE INDEX notice_old ON notice (created_at);

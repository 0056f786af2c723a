-- What a tenant adds to its mails in its own words, by kind of mail and in both languages; empty: nothing. Only invitations, welcomes
-- and other plain news can have it: a mail that warns of a change or carries a code is the same everywhere.
CREATE TABLE notice_text (
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  kind TEXT NOT NULL,
  english TEXT NOT NULL,
  spanish TEXT NOT NULL,
  version BIGINT NOT NULL,
  CONSTRAINT notice_text_pkey PRIMARY KEY (tenant_id, kind),
  CONSTRAINT notice_text_kind CHECK (kind IN
    ('invitation', 'welcome', 'pay_stub_here', 'time_off_decided', 'request_decided', 'employment_ends'))
);

-- What an operator has imported, and what is needed to take the newest import back.
-- Before a row goes, the database looks for what refers to it. If the referring column leads no index, that reads a whole table for each
-- row. So columns that refer to people, employees and headings of stubs lead an index, in each table that grows with a company. What
-- refers to the few organizations, types, plans and roles of a company is found by reading.

CREATE TABLE import_run (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  at TIMESTAMPTZ NOT NULL,
  -- Names, kinds, numbers of rows and sums of the files, as JSON.
  files TEXT NOT NULL,
  undone_at TIMESTAMPTZ
);
CREATE INDEX import_run_newest ON import_run (tenant_id, at, id);

-- One row for each row that was added (nothing before) or changed; kept for a tenant's newest import only.
CREATE TABLE import_change (
  run_id UUID NOT NULL REFERENCES import_run (id),
  seq BIGINT NOT NULL,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  table_name TEXT NOT NULL,
  row_id TEXT NOT NULL,
  before_values TEXT,
  -- How the import left the row: if it has changed since, the import can't be undone.
  after_hash BYTEA NOT NULL,
  PRIMARY KEY (run_id, seq)
);
CREATE INDEX import_change_tenant ON import_change (tenant_id);

-- What an operator has imported, and what is needed to take the newest import back.

CREATE TABLE import_run (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  at TIMESTAMPTZ NOT NULL,
  -- Names, kinds, numbers of rows and sums of the files, as JSON.
  files TEXT NOT NULL,
  undone_at TIMESTAMPTZ
);
CREATE INDEX import_run_newest ON import_run (tenant_id, at, id);

-- One row for each that was added (nothing before) or changed; kept for the newest import of a tenant only.
CREATE TABLE import_change (
  run_id UUID NOT NULL REFERENCES import_run (id),
  seq BIGINT NOT NULL,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  table_name TEXT NOT NULL,
  row_id TEXT NOT NULL,
  before_values TEXT,
  -- How the import left the row: whoever changed it since stands in the way of the undo.
  after_hash BYTEA NOT NULL,
  PRIMARY KEY (run_id, seq)
);
CREATE INDEX import_change_tenant ON import_change (tenant_id);

-- Headings are found again when stubs are imported.
CREATE INDEX pay_stub_heading_employee ON pay_stub_heading (employee_id);

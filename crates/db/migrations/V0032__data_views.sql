-- Who looked at somebody's data: one row a viewer, a kind of data and a day, so that it stays small however often they look.
CREATE TABLE data_view (
  employee_id UUID NOT NULL REFERENCES employee (id),
  viewer_id UUID NOT NULL REFERENCES person (id),
  what TEXT NOT NULL,
  day DATE NOT NULL,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  first_seen_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (employee_id, viewer_id, what, day),
  CONSTRAINT data_view_what CHECK (what IN ('profile', 'deposits', 'pay', 'documents'))
);
CREATE INDEX data_view_newest ON data_view (employee_id, first_seen_at);

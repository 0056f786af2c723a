-- Files that come with a request for time off.

-- An employee's request of more days than this needs a file; none: it never does.
ALTER TABLE time_off_type ADD COLUMN attachment_after_days BIGINT CONSTRAINT time_off_type_attachment CHECK (attachment_after_days >= 0);

CREATE TABLE time_off_attachment (
  file_id UUID PRIMARY KEY REFERENCES stored_file (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  employee_id UUID NOT NULL REFERENCES employee (id),
  request_id UUID NOT NULL REFERENCES time_off_request (id)
);
CREATE INDEX time_off_attachment_request ON time_off_attachment (request_id);

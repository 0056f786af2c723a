-- An announcement may say the same in Spanish; without it, people read what there is.
ALTER TABLE announcement ADD COLUMN message_es TEXT NOT NULL DEFAULT '';

-- Who has read what. It goes with its announcement.
CREATE TABLE announcement_read (
  announcement_id UUID NOT NULL CONSTRAINT announcement_read_of REFERENCES announcement (id) ON DELETE CASCADE,
  employee_id UUID NOT NULL REFERENCES employee (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  read_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (announcement_id, employee_id)
);
CREATE INDEX announcement_read_employee ON announcement_read (employee_id);

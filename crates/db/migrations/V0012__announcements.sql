-- Announcements (the spec's “company messages”), and who has read them.

-- Every target that is set must match; none set means everyone.
CREATE TABLE announcement (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  company_id UUID NOT NULL REFERENCES company (id),
  message TEXT NOT NULL,
  pay_group_id UUID REFERENCES pay_group (id),
  division_id UUID REFERENCES organization (id),
  branch_id UUID REFERENCES organization (id),
  department_id UUID REFERENCES organization (id),
  team_id UUID REFERENCES organization (id),
  start_date DATE NOT NULL,
  end_date DATE NOT NULL,
  version BIGINT NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  updated_by UUID NOT NULL REFERENCES person (id),
  -- The same in Spanish; without it, people read what there is.
  message_es TEXT NOT NULL DEFAULT '',
  CONSTRAINT announcement_dates CHECK (end_date >= start_date)
);
-- Serves both lists: newest first, by company.
CREATE INDEX announcement_newest ON announcement (company_id, start_date, id);

-- Who has read what. It goes with its announcement.
CREATE TABLE announcement_read (
  announcement_id UUID NOT NULL CONSTRAINT announcement_read_of REFERENCES announcement (id) ON DELETE CASCADE,
  employee_id UUID NOT NULL REFERENCES employee (id),
  tenant_id UUID NOT NULL REFERENCES tenant (id),
  read_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (announcement_id, employee_id)
);
CREATE INDEX announcement_read_employee ON announcement_read (employee_id);

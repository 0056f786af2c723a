-- Announcements (the spec's «company messages»). Every target that is set must match; none set means everyone.
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
  CONSTRAINT announcement_dates CHECK (end_date >= start_date)
);
-- Serves both lists: newest first, by company.
CREATE INDEX announcement_newest ON announcement (company_id, start_date, id);

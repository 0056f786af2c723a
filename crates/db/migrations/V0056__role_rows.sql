-- Roles that administrators copy, adapt and give, with first and last days.

-- Where a role can be given: in the whole tenant, within a company, or either. Shipped ones come with the product and stay as they are.
ALTER TABLE role ADD COLUMN applies TEXT NOT NULL DEFAULT 'either'
  CONSTRAINT role_applies CHECK (applies IN ('tenant', 'company', 'either'));
ALTER TABLE role ADD COLUMN is_shipped BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE role ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
-- The codes of the applications it opens, separated by single spaces: the tenant may not have all of them, or not yet.
ALTER TABLE role ADD COLUMN applications TEXT NOT NULL DEFAULT '';
UPDATE role SET applications = coalesce((SELECT string_agg(a.code, ' ') FROM role_application o
  JOIN application a ON a.id = o.application_id WHERE o.role_id = role.id), '');
DROP TABLE role_application;

-- The first and the last day on which it counts, both included: in the company's time zone, or, in the whole tenant, in that of the
-- tenant's first company.
ALTER TABLE role_assignment ADD COLUMN starts_on DATE;
ALTER TABLE role_assignment ADD COLUMN ends_on DATE
  CONSTRAINT role_assignment_days CHECK (starts_on IS NULL OR ends_on IS NULL OR ends_on >= starts_on);
ALTER TABLE role_assignment ADD COLUMN version BIGINT NOT NULL DEFAULT 1;

-- Who holds a role, the newest first; how many do, and within which company.
CREATE INDEX role_assignment_role ON role_assignment (role_id, id);
CREATE INDEX role_assignment_role_company ON role_assignment (role_id, company_id, id);

-- People are looked for by the beginning of a name.
CREATE INDEX person_by_last_name ON person (tenant_id, lower(last_name));
CREATE INDEX person_by_first_name ON person (tenant_id, lower(first_name));

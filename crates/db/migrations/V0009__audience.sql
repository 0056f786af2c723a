-- How many people an announcement reaches is counted on this index alone: of 100,000 employees in a few milliseconds.
CREATE INDEX employee_audience
  ON employee (company_id, department_id, pay_group_id, division_id, branch_id, team_id) WHERE status = 'Active';

-- A role held twice in the whole tenant is held once: NULL is equal to no other NULL in `role_assignment_once`.
DELETE FROM role_assignment WHERE company_id IS NULL AND EXISTS
  (SELECT 1 FROM role_assignment kept WHERE kept.company_id IS NULL AND kept.person_id = role_assignment.person_id
     AND kept.role_id = role_assignment.role_id AND kept.id < role_assignment.id);
CREATE UNIQUE INDEX role_assignment_tenant_once ON role_assignment (person_id, role_id) WHERE company_id IS NULL;

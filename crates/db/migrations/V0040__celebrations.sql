-- A line keeps the days of the year on which its report has something to celebrate (MM-DD), so that a manager's home finds
-- the few of these weeks without looking everybody up.
ALTER TABLE reporting_line ADD COLUMN birthday TEXT NOT NULL DEFAULT '';
ALTER TABLE reporting_line ADD COLUMN anniversary TEXT NOT NULL DEFAULT '';
UPDATE reporting_line SET
  birthday = (SELECT substr(CAST(e.date_of_birth AS TEXT), 6, 5) FROM employee e WHERE e.id = reporting_line.employee_id),
  anniversary =
    (SELECT substr(CAST(e.current_hire_date AS TEXT), 6, 5) FROM employee e WHERE e.id = reporting_line.employee_id);
CREATE INDEX reporting_line_by_birthday ON reporting_line (manager_id, company_id, birthday, employee_id, sort_name);
CREATE INDEX reporting_line_by_anniversary
  ON reporting_line (manager_id, company_id, anniversary, employee_id, sort_name);
-- Requests that wait are counted from the index alone.
DROP INDEX time_off_request_pending_of;
CREATE INDEX time_off_request_pending_of
  ON time_off_request (employee_id, first_day, id, first_approved_by, company_id, tenant_id) WHERE status = 'Pending';

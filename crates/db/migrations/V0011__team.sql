-- What a manager's team page reads: reports in the order of their names, and a text to search people by. Both are made
-- of a person's name and code by the application (shared/names.rs), which folds case and accents as the engines do not.
ALTER TABLE employee ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
UPDATE employee SET search_text = lower(first_name || ' ' || last_name || ' ' || employee_code);

-- Copied beside each line: the first page of ten thousand reports then costs what one of ten costs.
ALTER TABLE reporting_line ADD COLUMN sort_name TEXT NOT NULL DEFAULT '';
UPDATE reporting_line SET sort_name =
  (SELECT lower(e.last_name || ', ' || e.first_name) FROM employee e WHERE e.id = reporting_line.employee_id);
CREATE INDEX reporting_line_by_name ON reporting_line (manager_id, company_id, sort_name, employee_id, kind, area);

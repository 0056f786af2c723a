-- Who decides walks their lines of one area: without the other area's between them, and read from the index alone.
CREATE INDEX reporting_line_by_area ON reporting_line (manager_id, company_id, area, employee_id, kind);

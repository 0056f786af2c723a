-- Of two approvals each is given over a line of another manager: who stands in for somebody does not add a second yes to what
-- was approved over that manager's line. The queue and the count of what waits go on reading an index alone.
ALTER TABLE time_off_request ADD COLUMN first_approved_for UUID REFERENCES person (id);
UPDATE time_off_request SET first_approved_for = first_approved_by WHERE first_approved_by IS NOT NULL;
CREATE INDEX time_off_request_first_approved_for ON time_off_request (first_approved_for)
  WHERE first_approved_for IS NOT NULL;
DROP INDEX time_off_request_pending;
CREATE INDEX time_off_request_pending ON time_off_request
  (company_id, first_day, id, employee_id, first_approved_by, first_approved_for, tenant_id) WHERE status = 'Pending';
DROP INDEX time_off_request_pending_of;
CREATE INDEX time_off_request_pending_of ON time_off_request
  (employee_id, first_day, id, first_approved_by, first_approved_for, company_id, tenant_id) WHERE status = 'Pending';

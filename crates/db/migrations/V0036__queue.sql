-- The queue of somebody with many reports is read in its order until a page is full. Whose a request is, and whether it
-- waits for this approver, stands in the index: a request of somebody else's report costs no look at its row.
DROP INDEX time_off_request_pending;
CREATE INDEX time_off_request_pending ON time_off_request
  (company_id, first_day, id, employee_id, first_approved_by, tenant_id) WHERE status = 'Pending';

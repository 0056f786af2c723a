-- Before a row goes, the database looks for what stands on it. Where the referring column leads no index, that reads a whole
-- table for each row: an import of some thousands took minutes to be taken back. These are the columns that refer to what
-- goes in numbers (people, employees, headings of stubs), in tables that grow with a company; what refers to the few
-- organizations, types, plans and roles of a company is found by reading.

-- People.
CREATE INDEX change_request_requested_by ON change_request (requested_by);
CREATE INDEX change_request_decided_by ON change_request (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX time_off_request_requested_by ON time_off_request (requested_by);
CREATE INDEX time_off_request_first_approved_by ON time_off_request (first_approved_by)
  WHERE first_approved_by IS NOT NULL;
CREATE INDEX time_off_request_decided_by ON time_off_request (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX clock_correction_decided_by ON clock_correction (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX calendar_feed_person ON calendar_feed (person_id);
CREATE INDEX data_view_viewer ON data_view (viewer_id);
CREATE INDEX deposit_alarm_person ON deposit_alarm (person_id);
CREATE INDEX integration_launch_person ON integration_launch (person_id);
CREATE INDEX stored_file_created_by ON stored_file (created_by);
CREATE INDEX account_merge_other ON account_merge (other_id);

-- Employees. The indexes there are leave out what was denied or voided.
CREATE INDEX time_off_day_employee ON time_off_day (employee_id);
CREATE INDEX clock_punch_of ON clock_punch (employee_id);
CREATE INDEX time_off_attachment_employee ON time_off_attachment (employee_id);
CREATE INDEX deposit_alarm_employee ON deposit_alarm (employee_id);

-- Headings of pay stubs.
CREATE INDEX pay_stub_heading_of ON pay_stub (heading_id);

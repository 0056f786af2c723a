-- What a manager's pages show first is kept where an index finds it: what waits for whom in the order of the queue, who is
-- away on which day by name, and a text on each line to search reports by. A page of five thousand reports then costs what one
-- of ten costs. The two views say what the tables hold; triggers keep them so, because lines, requests and employees are
-- written in many places. A line counts as «primary» if there is one, as in access/reporting.rs.
CREATE VIEW time_off_waiting_now AS
  SELECT l.manager_id, r.company_id, r.first_day, r.id AS request_id, l.kind, r.employee_id, e.person_id, r.first_approved_by
  FROM time_off_request r CROSS JOIN reporting_line l CROSS JOIN employee e
  WHERE r.status = 'Pending' AND l.employee_id = r.employee_id AND l.company_id = r.company_id AND l.area = 'Time Off'
    AND (r.first_approved_for IS NULL OR r.first_approved_for <> l.manager_id)
    AND e.id = r.employee_id AND e.status = 'Active' AND e.person_id <> l.manager_id
    AND (l.kind = 'primary' OR NOT EXISTS (SELECT 1 FROM reporting_line n WHERE n.manager_id = l.manager_id
      AND n.company_id = l.company_id AND n.employee_id = l.employee_id AND n.kind = 'primary' AND n.area = 'Time Off'));
CREATE TABLE time_off_waiting (
  manager_id UUID NOT NULL,
  company_id UUID NOT NULL,
  first_day DATE NOT NULL,
  request_id UUID NOT NULL,
  kind TEXT NOT NULL,
  employee_id UUID NOT NULL,
  person_id UUID NOT NULL,
  first_approved_by UUID,
  PRIMARY KEY (manager_id, company_id, first_day, request_id)
) WITHOUT ROWID;
CREATE INDEX time_off_waiting_of ON time_off_waiting (employee_id, manager_id, company_id, first_day, request_id);

CREATE VIEW time_off_away_now AS
  SELECT l.manager_id, d.company_id, d.day, l.sort_name, d.employee_id, e.person_id, d.hours
  FROM time_off_day d CROSS JOIN reporting_line l CROSS JOIN employee e
  WHERE d.status IN ('Pending', 'Approved') AND d.status = 'Approved' AND l.employee_id = d.employee_id
    AND l.company_id = d.company_id AND l.area = 'Time Off'
    AND e.id = d.employee_id AND e.status = 'Active' AND e.person_id <> l.manager_id
    AND (l.kind = 'primary' OR NOT EXISTS (SELECT 1 FROM reporting_line n WHERE n.manager_id = l.manager_id
      AND n.company_id = l.company_id AND n.employee_id = l.employee_id AND n.kind = 'primary' AND n.area = 'Time Off'));
CREATE TABLE time_off_away (
  manager_id UUID NOT NULL,
  company_id UUID NOT NULL,
  day DATE NOT NULL,
  sort_name TEXT NOT NULL,
  employee_id UUID NOT NULL,
  person_id UUID NOT NULL,
  hours BIGINT NOT NULL,
  PRIMARY KEY (manager_id, company_id, day, sort_name, employee_id)
) WITHOUT ROWID;
CREATE INDEX time_off_away_of ON time_off_away (employee_id, day, manager_id, company_id, sort_name);

INSERT INTO time_off_waiting SELECT * FROM time_off_waiting_now;
INSERT INTO time_off_away SELECT * FROM time_off_away_now;

-- Nothing where it leads to someone who has left.
ALTER TABLE reporting_line ADD COLUMN search_text TEXT;
UPDATE reporting_line SET search_text =
  (SELECT e.search_text FROM employee e WHERE e.id = reporting_line.employee_id AND e.status = 'Active');
DROP INDEX reporting_line_by_name;
CREATE INDEX reporting_line_by_name ON reporting_line
  (manager_id, company_id, sort_name, employee_id, kind, area, search_text);
-- The next to celebrate, by name on each day.
DROP INDEX reporting_line_by_birthday;
CREATE INDEX reporting_line_by_birthday ON reporting_line (manager_id, company_id, birthday, sort_name, employee_id);
DROP INDEX reporting_line_by_anniversary;
CREATE INDEX reporting_line_by_anniversary ON reporting_line (manager_id, company_id, anniversary, sort_name, employee_id);
-- A balance reads its type's days from the index alone, and adds up what is still to come.
DROP INDEX time_off_day_employee;
CREATE INDEX time_off_day_employee ON time_off_day (employee_id, type_id, status, day, hours);

CREATE TRIGGER time_off_request_waits AFTER INSERT ON time_off_request
  WHEN NEW.status = 'Pending'
BEGIN
  INSERT INTO time_off_waiting SELECT * FROM time_off_waiting_now WHERE request_id = NEW.id;
END;
CREATE TRIGGER time_off_request_moves AFTER UPDATE OF status, first_day, first_approved_by, first_approved_for ON time_off_request
  WHEN OLD.status = 'Pending' OR NEW.status = 'Pending'
BEGIN
  DELETE FROM time_off_waiting WHERE employee_id = OLD.employee_id AND request_id = OLD.id;
  INSERT INTO time_off_waiting SELECT * FROM time_off_waiting_now WHERE request_id = NEW.id;
END;
CREATE TRIGGER time_off_request_goes AFTER DELETE ON time_off_request
  WHEN OLD.status = 'Pending'
BEGIN
  DELETE FROM time_off_waiting WHERE employee_id = OLD.employee_id AND request_id = OLD.id;
END;

CREATE TRIGGER time_off_day_comes AFTER INSERT ON time_off_day
  WHEN NEW.status = 'Approved'
BEGIN
  INSERT INTO time_off_away SELECT * FROM time_off_away_now WHERE employee_id = NEW.employee_id AND day = NEW.day;
END;
CREATE TRIGGER time_off_day_moves AFTER UPDATE OF status, hours ON time_off_day
  WHEN OLD.status = 'Approved' OR NEW.status = 'Approved'
BEGIN
  DELETE FROM time_off_away WHERE employee_id = OLD.employee_id AND day = OLD.day;
  INSERT INTO time_off_away SELECT * FROM time_off_away_now WHERE employee_id = NEW.employee_id AND day = NEW.day;
END;
CREATE TRIGGER time_off_day_goes AFTER DELETE ON time_off_day
  WHEN OLD.status = 'Approved'
BEGIN
  DELETE FROM time_off_away WHERE employee_id = OLD.employee_id AND day = OLD.day;
END;

CREATE TRIGGER reporting_line_comes AFTER INSERT ON reporting_line
BEGIN
  UPDATE reporting_line SET search_text = (SELECT e.search_text FROM employee e WHERE e.id = NEW.employee_id AND e.status = 'Active')
    WHERE manager_id = NEW.manager_id AND company_id = NEW.company_id AND employee_id = NEW.employee_id AND kind = NEW.kind AND area = NEW.area;
END;
CREATE TRIGGER reporting_line_reaches AFTER INSERT ON reporting_line
  WHEN NEW.area = 'Time Off'
BEGIN
  DELETE FROM time_off_waiting WHERE manager_id = NEW.manager_id AND company_id = NEW.company_id AND employee_id = NEW.employee_id;
  DELETE FROM time_off_away WHERE manager_id = NEW.manager_id AND company_id = NEW.company_id AND employee_id = NEW.employee_id;
  INSERT INTO time_off_waiting SELECT * FROM time_off_waiting_now WHERE manager_id = NEW.manager_id AND company_id = NEW.company_id AND employee_id = NEW.employee_id;
  INSERT INTO time_off_away SELECT * FROM time_off_away_now WHERE manager_id = NEW.manager_id AND company_id = NEW.company_id AND employee_id = NEW.employee_id;
END;
CREATE TRIGGER reporting_line_moves AFTER UPDATE OF manager_id, company_id, employee_id, kind, area, sort_name ON reporting_line
BEGIN
  DELETE FROM time_off_waiting WHERE manager_id = OLD.manager_id AND company_id = OLD.company_id AND employee_id = OLD.employee_id;
  DELETE FROM time_off_away WHERE manager_id = OLD.manager_id AND company_id = OLD.company_id AND employee_id = OLD.employee_id;
  DELETE FROM time_off_waiting WHERE manager_id = NEW.manager_id AND company_id = NEW.company_id AND employee_id = NEW.employee_id;
  DELETE FROM time_off_away WHERE manager_id = NEW.manager_id AND company_id = NEW.company_id AND employee_id = NEW.employee_id;
  INSERT INTO time_off_waiting SELECT * FROM time_off_waiting_now WHERE manager_id = OLD.manager_id AND company_id = OLD.company_id AND employee_id = OLD.employee_id;
  INSERT INTO time_off_away SELECT * FROM time_off_away_now WHERE manager_id = OLD.manager_id AND company_id = OLD.company_id AND employee_id = OLD.employee_id;
  INSERT OR IGNORE INTO time_off_waiting SELECT * FROM time_off_waiting_now WHERE manager_id = NEW.manager_id AND company_id = NEW.company_id AND employee_id = NEW.employee_id;
  INSERT OR IGNORE INTO time_off_away SELECT * FROM time_off_away_now WHERE manager_id = NEW.manager_id AND company_id = NEW.company_id AND employee_id = NEW.employee_id;
END;
CREATE TRIGGER reporting_line_goes AFTER DELETE ON reporting_line
  WHEN OLD.area = 'Time Off'
BEGIN
  DELETE FROM time_off_waiting WHERE manager_id = OLD.manager_id AND company_id = OLD.company_id AND employee_id = OLD.employee_id;
  DELETE FROM time_off_away WHERE manager_id = OLD.manager_id AND company_id = OLD.company_id AND employee_id = OLD.employee_id;
  INSERT INTO time_off_waiting SELECT * FROM time_off_waiting_now WHERE manager_id = OLD.manager_id AND company_id = OLD.company_id AND employee_id = OLD.employee_id;
  INSERT INTO time_off_away SELECT * FROM time_off_away_now WHERE manager_id = OLD.manager_id AND company_id = OLD.company_id AND employee_id = OLD.employee_id;
END;

CREATE TRIGGER employee_is_renamed AFTER UPDATE OF search_text, status ON employee
  WHEN OLD.search_text <> NEW.search_text OR OLD.status <> NEW.status
BEGIN
  UPDATE reporting_line SET search_text = CASE WHEN NEW.status = 'Active' THEN NEW.search_text END WHERE employee_id = NEW.id;
END;
CREATE TRIGGER employee_changes_hands AFTER UPDATE OF status, person_id ON employee
  WHEN OLD.status <> NEW.status OR OLD.person_id <> NEW.person_id
BEGIN
  DELETE FROM time_off_waiting WHERE employee_id = NEW.id;
  DELETE FROM time_off_away WHERE employee_id = NEW.id;
  INSERT INTO time_off_waiting SELECT * FROM time_off_waiting_now WHERE employee_id = NEW.id;
  INSERT INTO time_off_away SELECT * FROM time_off_away_now WHERE employee_id = NEW.id;
END;

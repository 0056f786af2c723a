-- What a manager's pages show first is kept where an index finds it: what waits for whom in the order of the queue, who is away on which
-- day by name, and a text on each line to search reports by. A page of five thousand reports then costs what one of ten costs
-- (decision 23). The views `…_now` say what the tables hold. Triggers keep them so, because lines, requests and employees are written in
-- many places.
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
    WHERE manager_id = NEW.manager_id AND company_id = NEW.company_id AND employee_id = NEW.employee_id AND kind = NEW.kind
      AND area = NEW.area;
END;

-- SQLite has no functions of its own: a row “inserted” here is one employee of one manager whose kept rows are written again.
CREATE VIEW keep_reporting_line AS SELECT manager_id, company_id, employee_id FROM reporting_line;
CREATE TRIGGER keep_reporting_line INSTEAD OF INSERT ON keep_reporting_line
BEGIN
  DELETE FROM time_off_waiting
    WHERE manager_id = NEW.manager_id AND company_id = NEW.company_id AND employee_id = NEW.employee_id;
  DELETE FROM time_off_away
    WHERE manager_id = NEW.manager_id AND company_id = NEW.company_id AND employee_id = NEW.employee_id;
  INSERT INTO time_off_waiting SELECT * FROM time_off_waiting_now
    WHERE manager_id = NEW.manager_id AND company_id = NEW.company_id AND employee_id = NEW.employee_id;
  INSERT INTO time_off_away SELECT * FROM time_off_away_now
    WHERE manager_id = NEW.manager_id AND company_id = NEW.company_id AND employee_id = NEW.employee_id;
END;
CREATE TRIGGER reporting_line_reaches AFTER INSERT ON reporting_line
  WHEN NEW.area = 'Time Off'
BEGIN
  INSERT INTO keep_reporting_line VALUES (NEW.manager_id, NEW.company_id, NEW.employee_id);
END;
CREATE TRIGGER reporting_line_moves AFTER UPDATE OF manager_id, company_id, employee_id, kind, area, sort_name ON reporting_line
BEGIN
  INSERT INTO keep_reporting_line VALUES (OLD.manager_id, OLD.company_id, OLD.employee_id);
  INSERT INTO keep_reporting_line SELECT NEW.manager_id, NEW.company_id, NEW.employee_id
    WHERE (NEW.manager_id, NEW.company_id, NEW.employee_id) <> (OLD.manager_id, OLD.company_id, OLD.employee_id);
END;
CREATE TRIGGER reporting_line_goes AFTER DELETE ON reporting_line
  WHEN OLD.area = 'Time Off'
BEGIN
  INSERT INTO keep_reporting_line VALUES (OLD.manager_id, OLD.company_id, OLD.employee_id);
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

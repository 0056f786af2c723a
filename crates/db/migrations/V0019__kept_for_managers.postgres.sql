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
);
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
);
CREATE INDEX time_off_away_of ON time_off_away (employee_id, day, manager_id, company_id, sort_name);

-- A request and a line that reach the same employee come one after the other, so that the later sees what the earlier has written: a
-- request shares the employee's row, a line takes it.

CREATE FUNCTION keep_time_off_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM 1 FROM employee WHERE id = NEW.employee_id FOR KEY SHARE;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM time_off_waiting WHERE employee_id = OLD.employee_id AND request_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO time_off_waiting SELECT * FROM time_off_waiting_now WHERE request_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER time_off_request_waits AFTER INSERT ON time_off_request
  FOR EACH ROW WHEN (NEW.status = 'Pending') EXECUTE FUNCTION keep_time_off_request();
CREATE TRIGGER time_off_request_moves AFTER UPDATE OF status, first_day, first_approved_by, first_approved_for ON time_off_request
  FOR EACH ROW WHEN (OLD.status = 'Pending' OR NEW.status = 'Pending') EXECUTE FUNCTION keep_time_off_request();
CREATE TRIGGER time_off_request_goes AFTER DELETE ON time_off_request
  FOR EACH ROW WHEN (OLD.status = 'Pending') EXECUTE FUNCTION keep_time_off_request();

CREATE FUNCTION keep_time_off_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM 1 FROM employee WHERE id = NEW.employee_id FOR KEY SHARE;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM time_off_away WHERE employee_id = OLD.employee_id AND day = OLD.day;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO time_off_away SELECT * FROM time_off_away_now WHERE employee_id = NEW.employee_id AND day = NEW.day;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER time_off_day_comes AFTER INSERT ON time_off_day
  FOR EACH ROW WHEN (NEW.status = 'Approved') EXECUTE FUNCTION keep_time_off_day();
CREATE TRIGGER time_off_day_moves AFTER UPDATE OF status, hours ON time_off_day
  FOR EACH ROW WHEN (OLD.status = 'Approved' OR NEW.status = 'Approved') EXECUTE FUNCTION keep_time_off_day();
CREATE TRIGGER time_off_day_goes AFTER DELETE ON time_off_day
  FOR EACH ROW WHEN (OLD.status = 'Approved') EXECUTE FUNCTION keep_time_off_day();

CREATE FUNCTION reporting_line_comes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := (SELECT e.search_text FROM employee e WHERE e.id = NEW.employee_id AND e.status = 'Active');
  RETURN NEW;
END $$;
CREATE TRIGGER reporting_line_comes BEFORE INSERT ON reporting_line
  FOR EACH ROW EXECUTE FUNCTION reporting_line_comes();

CREATE FUNCTION keep_reporting_line(manager UUID, company UUID, employee UUID) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM time_off_waiting WHERE manager_id = manager AND company_id = company AND employee_id = employee;
  DELETE FROM time_off_away WHERE manager_id = manager AND company_id = company AND employee_id = employee;
  INSERT INTO time_off_waiting SELECT * FROM time_off_waiting_now
    WHERE manager_id = manager AND company_id = company AND employee_id = employee;
  INSERT INTO time_off_away SELECT * FROM time_off_away_now
    WHERE manager_id = manager AND company_id = company AND employee_id = employee;
END $$;
CREATE FUNCTION keep_reporting_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM employee WHERE id = coalesce(NEW.employee_id, OLD.employee_id) FOR UPDATE;
  IF TG_OP <> 'INSERT' THEN
    PERFORM keep_reporting_line(OLD.manager_id, OLD.company_id, OLD.employee_id);
  END IF;
  IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE'
    AND (NEW.manager_id, NEW.company_id, NEW.employee_id) <> (OLD.manager_id, OLD.company_id, OLD.employee_id) THEN
    PERFORM keep_reporting_line(NEW.manager_id, NEW.company_id, NEW.employee_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER reporting_line_reaches AFTER INSERT ON reporting_line
  FOR EACH ROW WHEN (NEW.area = 'Time Off') EXECUTE FUNCTION keep_reporting_line();
CREATE TRIGGER reporting_line_moves AFTER UPDATE OF manager_id, company_id, employee_id, kind, area, sort_name ON reporting_line
  FOR EACH ROW EXECUTE FUNCTION keep_reporting_line();
CREATE TRIGGER reporting_line_goes AFTER DELETE ON reporting_line
  FOR EACH ROW WHEN (OLD.area = 'Time Off') EXECUTE FUNCTION keep_reporting_line();

CREATE FUNCTION employee_is_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reporting_line SET search_text = CASE WHEN NEW.status = 'Active' THEN NEW.search_text END WHERE employee_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER employee_is_renamed AFTER UPDATE OF search_text, status ON employee
  FOR EACH ROW WHEN (OLD.search_text <> NEW.search_text OR OLD.status <> NEW.status) EXECUTE FUNCTION employee_is_renamed();

CREATE FUNCTION employee_changes_hands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM employee WHERE id = NEW.id FOR UPDATE;
  DELETE FROM time_off_waiting WHERE employee_id = NEW.id;
  DELETE FROM time_off_away WHERE employee_id = NEW.id;
  INSERT INTO time_off_waiting SELECT * FROM time_off_waiting_now WHERE employee_id = NEW.id;
  INSERT INTO time_off_away SELECT * FROM time_off_away_now WHERE employee_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER employee_changes_hands AFTER UPDATE OF status, person_id ON employee
  FOR EACH ROW WHEN (OLD.status <> NEW.status OR OLD.person_id <> NEW.person_id) EXECUTE FUNCTION employee_changes_hands();

//! Adding people in the console: what is written, who may, and what is refused without changing anything.

use crate::world::{Actor, World, both};
use serde_json::{Value, json};
use uuid::Uuid;

const OUTFITTERS: &str = "Cedar Outfitters";
const LOGISTICS: &str = "Cedar Logistics";

const ADD: &str = "mutation ($i: NewPersonInput!) { addPerson(input: $i) { personId employeeId } }";
const EMPLOY: &str = "mutation ($p: ID!, $i: NewJobInput!, $r: [FirstRoleInput!]!) {
    addEmployment(personId: $p, input: $i, roles: $r) { personId employeeId } }";
const PERSON: &str = "query ($p: ID!) { administeredPerson(personId: $p) {
    person { username email signIn } employments { companyName employeeCode status currentHireDate
    lines { managerName kind area isPlanned } } } }";
const ROLES: &str = "query ($t: ID!, $p: ID!) { rolesOfPerson(tenantId: $t, personId: $p) {
    roleName companyName startsOn state } }";

async fn role(world: &World, name: &str) -> String {
    let sql = "SELECT r.id FROM role r JOIN tenant t ON t.id = r.tenant_id WHERE r.name = $1 AND t.name = 'Cedar Group'";
    let (id,): (Uuid,) = world.app.db.one(sql, db::params![name]).await.unwrap();
    id.to_string()
}

struct Ids {
    tenant: String,
    outfitters: String,
    logistics: String,
    clinic: String,
    employee: String,
    identity: String,
    payroll: String,
    administrator: String,
    manager: String,
    marcus: String,
}

async fn ids(world: &World) -> Ids {
    let at = world.acting("ana").await.standing(OUTFITTERS).await;
    Ids {
        tenant: at.tenant,
        outfitters: at.company,
        logistics: world.acting("elena").await.standing(LOGISTICS).await.company,
        clinic: world.acting("hugo").await.standing("Harbor Clinic").await.company,
        employee: role(world, "Employee").await,
        identity: role(world, "Identity User").await,
        payroll: role(world, "Payroll").await,
        administrator: role(world, "Administrator").await,
        manager: role(world, "Manager View").await,
        marcus: world.person("marcus").await.to_string(),
    }
}

fn job(company: &str, code: &str) -> Value {
    json!({ "companyId": company, "employeeCode": code, "dateOfBirth": "1990-04-23", "hireDate": "2026-11-16" })
}

fn noah(ids: &Ids) -> Value {
    json!({
        "username": "noah", "firstName": "Noah", "lastName": "Berg", "email": "noah@cedar.example", "language": "es",
        "version": "v2", "job": job(&ids.outfitters, "N-7"), "invites": true,
        "roles": [{ "roleId": ids.employee, "companyId": ids.outfitters }],
    })
}

fn with(mut input: Value, pointer: &str, value: Value) -> Value {
    *input.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value;
    input
}

fn with_new(mut input: Value, name: &str, value: Value) -> Value {
    input["job"][name] = value;
    input
}

/// The refusal's code and field.
async fn refused(actor: &Actor<'_>, query: &str, variables: Value) -> (String, Option<String>) {
    let reply = actor.ask(query, variables).await;
    (reply.outcome().to_owned(), reply.field().map(str::to_owned))
}

both! {
    async fn someone_new_has_an_account_a_job_a_manager_roles_and_an_invitation(world: World) {
        let (grace, ids) = (world.acting("grace").await, ids(&world).await);
        let input = with_new(noah(&ids), "managerId", json!(ids.marcus));
        let unproved = grace.ask(ADD, json!({ "i": input })).await;
        assert_eq!(unproved.outcome(), "STEP_UP_REQUIRED");
        world.delivered().await;
        let added = grace.ask_proving(ADD, json!({ "i": input })).await;
        assert_eq!(added.outcome(), "ok", "{}", added.text);
        let person = added.data("/addPerson/personId").clone();

        let found = grace.ask(PERSON, json!({ "p": person })).await;
        let found = found.data("/administeredPerson");
        assert_eq!(found["person"], json!({ "username": "noah", "email": "noah@cedar.example", "signIn": "invited" }));
        let employment = &found["employments"][0];
        assert_eq!(employment["employeeCode"], "N-7");
        assert_eq!((&employment["status"], &employment["currentHireDate"]), (&json!("Active"), &json!("2026-11-16")));
        let lines = employment["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines.iter().all(|line| line["managerName"] == "Marcus Bell" && line["isPlanned"] == false));
        let roles = grace.ask(ROLES, json!({ "t": ids.tenant, "p": person })).await;
        assert_eq!(roles.data("/rolesOfPerson/0")["roleName"], "Employee");
        assert_eq!(roles.data("/rolesOfPerson/0")["state"], "current");
        let mails = world.delivered().await;
        assert!(mails.iter().any(|mail| mail.to == "noah@cedar.example" && mail.text.contains("invitation")));
        let (version, language): (String, String) = world.app.db
            .one("SELECT version, language FROM person WHERE username = 'noah'", vec![]).await.unwrap();
        assert_eq!((version.as_str(), language.as_str()), ("v2", "es"));
        for action in ["person.created", "employment.added", "reporting_line.set", "role.give"] {
            let sql = "SELECT count(*) FROM audit_event WHERE action = $1 AND actor_id = $2";
            let (count,): (i64,) = world.app.db.one(sql, db::params![action, world.person("grace").await]).await.unwrap();
            assert_eq!(count, 1, "{action}");
        }
    }

    async fn work_that_begins_later_brings_its_role_and_its_manager_later(world: World) {
        let (grace, ids) = (world.acting("grace").await, ids(&world).await);
        let input = with_new(noah(&ids), "managerId", json!(ids.marcus));
        let input = with(input, "/job/hireDate", json!("2026-12-01"));
        let added = grace.ask_proving(ADD, json!({ "i": input })).await;
        let person = added.data("/addPerson/personId").clone();
        let roles = grace.ask(ROLES, json!({ "t": ids.tenant, "p": person })).await;
        assert_eq!(roles.data("/rolesOfPerson/0")["startsOn"], "2026-12-01");
        assert_eq!(roles.data("/rolesOfPerson/0")["state"], "upcoming");
        let found = grace.ask(PERSON, json!({ "p": person })).await;
        assert_eq!(found.data("/administeredPerson/employments/0/lines/0")["isPlanned"], true);
    }

    async fn what_cannot_be_is_refused_at_its_field_before_anyone_proves_anything(world: World) {
        let (grace, ids) = (world.acting("grace").await, ids(&world).await);
        let good = || noah(&ids);
        let sql = "SELECT employee_code FROM employee e JOIN person p ON p.id = e.person_id WHERE p.username = 'ana'";
        let (anas_code,): (String,) = world.app.db.one(sql, vec![]).await.unwrap();
        let (anas_email,): (String,) = world.app.db.one("SELECT email FROM person WHERE username = 'ana'", vec![]).await.unwrap();
        let missing = "00000000-0000-7000-8000-000000000000";
        let (hugo, ana) = (world.person("hugo").await.to_string(), world.person("ana").await.to_string());
        let upstream = "INSERT INTO upstream (id, tenant_id, name, issuer, client_id, created_at)
            SELECT $1, id, 'Harbor ID', 'https://id.harbor.example', 'atrium', created_at FROM tenant
            WHERE name = 'Harbor Clinic'";
        world.change(upstream, db::params![Uuid::from_u128(0xaa)]).await;
        let domain = "INSERT INTO upstream_domain (domain, tenant_id, upstream_id)
            SELECT 'harbor.example', tenant_id, id FROM upstream WHERE name = 'Harbor ID'";
        world.change(domain, vec![]).await;
        let before = world.rows().await;
        for (input, code, field) in [
            (with(good(), "/firstName", json!(" ")), "REQUIRED", "firstName"),
            (with(good(), "/email", json!("noah at cedar")), "INVALID_EMAIL", "email"),
            (with(good(), "/email", json!(anas_email.to_uppercase())), "EMAIL_TAKEN", "email"),
            (with(good(), "/email", json!("noah@Harbor.example")), "MAIL_DOMAIN_ELSEWHERE", "email"),
            (with(good(), "/username", json!("noah@harbor.example")), "INVALID_USERNAME", "username"),
            (with(good(), "/username", json!("noah berg")), "INVALID_USERNAME", "username"),
            (with(good(), "/username", json!("ANA")), "USERNAME_TAKEN", "username"),
            (with(good(), "/username", json!("hugo")), "USERNAME_TAKEN", "username"),
            (with(good(), "/username", json!(anas_email)), "INVALID_USERNAME", "username"),
            (with(good(), "/job/employeeCode", json!(anas_code)), "EMPLOYEE_CODE_TAKEN", "employeeCode"),
            (with(good(), "/job/employeeCode", json!("")), "REQUIRED", "employeeCode"),
            (with(good(), "/job/dateOfBirth", json!("2027-01-01")), "BIRTH_IN_FUTURE", "dateOfBirth"),
            (with(good(), "/job/hireDate", json!("1990-04-23")), "HIRED_BEFORE_BIRTH", "hireDate"),
            (with(good(), "/job/hireDate", json!("2100-01-01")), "DATE_OUT_OF_RANGE", "hireDate"),
            (with_new(good(), "payGroupId", json!(missing)), "UNKNOWN_PAY_GROUP", "payGroupId"),
            (with_new(good(), "managerId", json!(missing)), "NOT_A_MANAGER", "managerId"),
            (with_new(good(), "managerId", json!(hugo)), "NOT_A_MANAGER", "managerId"),
            (with_new(good(), "managerId", json!(ana)), "NOT_A_MANAGER", "managerId"),
            (with(good(), "/roles", json!([])), "NO_ROLE", "roles"),
            (with(good(), "/roles/0/companyId", Value::Null), "ROLE_WRONG_PLACE", "companyId"),
        ] {
            let (outcome, at) = refused(&grace, ADD, json!({ "i": input })).await;
            assert_eq!((outcome.as_str(), at.as_deref()), (code, Some(field)), "{input}");
        }
        for input in [
            with(good(), "/job/companyId", json!(ids.clinic)),
            with(good(), "/job/companyId", json!(missing)),
            with(good(), "/roles/0/roleId", json!(missing)),
        ] {
            let (outcome, _) = refused(&grace, ADD, json!({ "i": input })).await;
            assert_eq!(outcome, "NOT_FOUND", "{input}");
        }
        assert!(before == world.rows().await, "something changed");
        // Without the mistakes it's accepted.
        assert_eq!(grace.ask_proving(ADD, json!({ "i": good() })).await.outcome(), "ok");
    }

    async fn a_company_administrator_adds_people_to_their_company_only(world: World) {
        world.add_newcomers().await;
        let (lena, ids) = (world.acting("lena").await, ids(&world).await);
        let at = |company: &str, role: &str, place: Value| {
            let input = with(noah(&ids), "/job/companyId", json!(company));
            with(input, "/roles", json!([{ "roleId": role, "companyId": place }]))
        };
        let before = world.rows().await;
        let out = at(&ids.outfitters, &ids.employee, json!(ids.outfitters));
        assert_eq!(refused(&lena, ADD, json!({ "i": out })).await.0, "NOT_FOUND");
        let role_out = at(&ids.logistics, &ids.payroll, json!(ids.outfitters));
        assert_eq!(refused(&lena, ADD, json!({ "i": role_out })).await.0, "NOT_FOUND");
        let above = at(&ids.logistics, &ids.administrator, Value::Null);
        assert_eq!(refused(&lena, ADD, json!({ "i": above })).await.0, "FORBIDDEN");
        let jobless = with(at(&ids.logistics, &ids.identity, Value::Null), "/job", Value::Null);
        assert_eq!(refused(&lena, ADD, json!({ "i": jobless })).await, ("JOB_NEEDED".to_owned(), Some("companyId".to_owned())));
        assert!(before == world.rows().await, "something changed");
        let hers = at(&ids.logistics, &ids.employee, json!(ids.logistics));
        let added = lena.ask_proving(ADD, json!({ "i": hers })).await;
        assert_eq!(added.outcome(), "ok", "{}", added.text);
        // Someone of another company isn't there for her.
        let ana = world.person("ana").await;
        let roles = json!([{ "roleId": ids.employee, "companyId": ids.logistics }]);
        let employ = json!({ "p": ana, "i": job(&ids.logistics, "A-1"), "r": roles });
        assert_eq!(refused(&lena, EMPLOY, employ).await.0, "NOT_FOUND");
    }

    async fn no_company_administrator_wakes_rights_beyond_theirs_with_another_job(world: World) {
        world.add_newcomers().await;
        world.hold("lena", "Company Administrator", Some(OUTFITTERS), (None, None)).await;
        let (lena, ids) = (world.acting("lena").await, ids(&world).await);
        let roles = json!([{ "roleId": ids.employee, "companyId": ids.outfitters }]);
        let asked = json!({ "p": world.person("elena").await, "i": job(&ids.outfitters, "E-2"), "r": roles });
        assert_eq!(refused(&lena, EMPLOY, asked.clone()).await.0, "STEP_UP_REQUIRED", "she looks after both companies");
        world.hold("elena", "Administrator", None, (None, None)).await;
        let ended = "UPDATE employee SET status = 'Terminated', last_day = '2026-11-01' WHERE person_id = $1";
        world.change(ended, db::params![world.person("elena").await]).await;
        assert_eq!(refused(&lena, EMPLOY, asked).await.0, "BEYOND_REACH");
    }

    async fn people_without_a_job_have_an_account_and_what_their_role_opens(world: World) {
        let (grace, ids) = (world.acting("grace").await, ids(&world).await);
        let input = with(noah(&ids), "/job", Value::Null);
        let input = with(input, "/roles", json!([{ "roleId": ids.identity }]));
        let added = grace.ask_proving(ADD, json!({ "i": input })).await;
        assert_eq!(added.outcome(), "ok", "{}", added.text);
        assert_eq!(*added.data("/addPerson/employeeId"), Value::Null);
        let found = grace.ask(PERSON, json!({ "p": added.data("/addPerson/personId") })).await;
        assert_eq!(*found.data("/administeredPerson/employments"), json!([]));
    }

    async fn the_portals_version_is_set_for_people_one_looks_after(world: World) {
        world.add_newcomers().await;
        let (grace, lena) = (world.acting("grace").await, world.acting("lena").await);
        let set = "mutation ($p: ID!) { setPortalVersion(personId: $p, version: v2) { version } }";
        let of = "SELECT count(*) FROM person WHERE username = 'ana' AND version = 'v2'";
        let ana = json!({ "p": world.person("ana").await });
        assert_eq!(lena.ask(set, ana.clone()).await.outcome(), "NOT_FOUND");
        assert_eq!(world.count(of).await, 0);
        assert_eq!(grace.ask(set, ana.clone()).await.outcome(), "ok");
        assert_eq!(grace.ask(set, ana).await.outcome(), "ok");
        assert_eq!(world.count(of).await, 1);
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'person.version'").await, 1);
    }

    async fn the_portals_version_of_someone_who_works_elsewhere_too_is_beyond_a_company_administrator(world: World) {
        world.add_newcomers().await;
        let (grace, lena) = (world.acting("grace").await, world.acting("lena").await);
        let set = "mutation ($p: ID!) { setPortalVersion(personId: $p, version: v2) { version } }";
        let of = "SELECT count(*) FROM person WHERE username = 'elena' AND version = 'v2'";
        world.change("UPDATE person SET version = 'v1' WHERE username = 'elena'", vec![]).await;
        world.hold("elena", "Manager View", Some(OUTFITTERS), (None, None)).await;
        let elena = json!({ "p": world.person("elena").await });
        assert_eq!(lena.ask(set, elena.clone()).await.outcome(), "BEYOND_REACH");
        assert_eq!(world.count(of).await, 0);
        assert_eq!(grace.ask(set, elena).await.outcome(), "ok");
        assert_eq!(world.count(of).await, 1);
    }

    async fn someone_gets_one_employment_per_company_and_no_manager_below_them(world: World) {
        let (grace, ids) = (world.acting("grace").await, ids(&world).await);
        let elena = world.person("elena").await;
        let roles = |company: &str| json!([{ "roleId": ids.employee, "companyId": company }]);
        let twice = json!({ "p": elena, "i": job(&ids.logistics, "E-2"), "r": roles(&ids.logistics) });
        let refusal = refused(&grace, EMPLOY, twice).await;
        assert_eq!(refusal, ("EMPLOYED_ALREADY".to_owned(), Some("companyId".to_owned())));
        let herself = json!({ "p": world.person("grace").await, "i": job(&ids.outfitters, "G-1"), "r": roles(&ids.outfitters) });
        assert_eq!(refused(&grace, EMPLOY, herself).await.0, "OWN_EMPLOYMENT");

        // Someone may manage where they don't work yet. Then no one below them becomes their manager.
        let input = with(noah(&ids), "/roles", json!([{ "roleId": ids.manager, "companyId": ids.logistics }]));
        let noah = grace.ask_proving(ADD, json!({ "i": input })).await.data("/addPerson/personId").clone();
        let give = "mutation ($t: ID!, $p: ID!, $r: ID!, $c: ID) {
            giveRole(tenantId: $t, input: { personId: $p, roleId: $r, companyId: $c }) { id } }";
        let given = json!({ "t": ids.tenant, "p": elena, "r": ids.manager, "c": ids.logistics });
        assert_eq!(grace.ask_proving(give, given).await.outcome(), "ok");
        let line = "mutation ($e: ID!, $m: ID!) { setReportingLine(employeeId: $e, managerId: $m, kind: primary,
            areas: [timeOff], firstDay: \"2026-11-16\", version: 1) { version } }";
        let at = world.acting("elena").await.standing(LOGISTICS).await;
        let set = grace.ask_proving(line, json!({ "e": at.employee, "m": noah })).await;
        assert_eq!(set.outcome(), "ok", "{}", set.text);
        let employ = |manager: Value| {
            let mut job = job(&ids.logistics, "N-8");
            job["managerId"] = manager;
            json!({ "p": noah, "i": job, "r": roles(&ids.logistics) })
        };
        let jobs = "SELECT count(*) FROM employee e JOIN person p ON p.id = e.person_id WHERE p.username = 'noah'";
        let cycle = grace.ask_proving(EMPLOY, employ(json!(elena))).await;
        assert_eq!((cycle.outcome(), cycle.field()), ("MANAGER_CYCLE", Some("managerId")), "{}", cycle.text);
        assert_eq!(world.count(jobs).await, 1);
        assert_eq!(grace.ask_proving(EMPLOY, employ(Value::Null)).await.outcome(), "ok");
        assert_eq!(world.count(jobs).await, 2);
    }
}

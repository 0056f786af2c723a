//! Profiles and requests to change them, through the API, as people in the demo world, on both engines.

mod additional_info;

use crate::world::{Actor, Reply, Standing, World, both};
use serde_json::{Value, json};

const OUTFITTERS: &str = "Cedar Outfitters";

const PROFILE: &str = "query ($t: ID!, $c: ID!, $e: ID!) { employeeById(tenantId: $t, companyId: $c, employeeId: $e) {
    id annualSalary hourlyRate activeManager employeeCode version
    dbdt { id dbdtType dbdtCode dbdtName }
    timeOff { typeId type currentBalance scheduledHours availableBalance defaultHours }
    benefits { id benefitName benefitCategory benefitTierDescription employeeAmount employerAmount enrollmentStatus benefitLink
      dependents beneficiaries }
    directDeposit { id bankAccountNumber bankRoutingNumber bankAccountType amount amountType bankDesignation bankStatus
      approvalStatus preNote takeHomePay priority edCode { id code startDate endDate edCodeId } }
    beneficiaries { id firstName lastName relation } dependents { id firstName lastName relation }
    contacts { id type email phoneNumber firstName lastName }
    demographics { firstName lastName middleName dateOfBirth gender maritalStatus status currentHireDate
      physicalAddress { addressLine1 addressLine2 city state zip country } }
    additionalInfo { attributeName attributeValue attributeString attributeDate attributeAmount }
    federalTaxSetup { maritalStatus numberOfDependents numberOfExemptions exemptionAmount otherAmount
      additionalTax { additionalType additionalAmount } }
    stateTaxSetup { taxSetupRequired state maritalStatus numberOfDependents numberOfExemptions exemptionAmount
      additionalTax { additionalType additionalAmount } }
    localTaxSetup { maritalStatus numberOfDependents numberOfExemptions exemptionAmount }
    messages { message messageId } earningDeduction { id code description } } }";

const REQUEST: &str = "id status entityType changeType changeDetail note version decidedByName
    changedFields { id name field before after hasMoved now } demographics { lastName physicalAddress { zip } }
    additionalInfo { attributeName attributeValue attributeString attributeDate attributeAmount }";

/// A person with the IDs of their own employment.
struct Own<'a> {
    actor: Actor<'a>,
    at: Standing,
}

impl<'a> Own<'a> {
    async fn of(world: &'a World, username: &str) -> Own<'a> {
        let actor = world.acting(username).await;
        let at = actor.standing(OUTFITTERS).await;
        Own { actor, at }
    }

    fn ids(&self, more: Value) -> Value {
        let mut ids = json!({ "t": self.at.tenant, "c": self.at.company, "e": self.at.employee });
        ids.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ids
    }

    async fn ask(&self, query: &str, more: Value) -> Reply {
        self.actor.ask(query, self.ids(more)).await
    }

    async fn profile(&self) -> Value {
        self.ask(PROFILE, json!({})).await.data("/employeeById").clone()
    }

    /// The current demographics, with some changed.
    async fn demographics(&self, change: Value) -> Value {
        let mut input = self.profile().await["demographics"].clone();
        let fields = input.as_object_mut().unwrap();
        fields.remove("status");
        fields.remove("currentHireDate");
        for (name, value) in change.as_object().unwrap() {
            if ["addressLine1", "addressLine2", "city", "state", "zip", "country"].contains(&name.as_str()) {
                fields["physicalAddress"][name] = value.clone();
            } else {
                fields.insert(name.clone(), value.clone());
            }
        }
        input
    }

    async fn submit(&self, change: Value) -> Reply {
        let query = format!(
            "mutation ($t: ID!, $c: ID!, $e: ID!, $i: DemographicsInput!) {{ submitEmployeeDemographics(tenantId: $t,
               companyId: $c, employeeId: $e, input: $i) {{ {REQUEST} }} }}"
        );
        let input = self.demographics(change).await;
        self.actor.ask_proving(&query, self.ids(json!({ "i": input }))).await
    }

    async fn submitted(&self, change: Value) -> Value {
        self.submit(change).await.data("/submitEmployeeDemographics").clone()
    }

    async fn change(&self, input: Value) -> Reply {
        let query = format!(
            "mutation ($t: ID!, $c: ID!, $e: ID!, $i: EmployeeChangeInput!) {{ submitChangeRequest(tenantId: $t,
               companyId: $c, employeeId: $e, input: $i) {{ {REQUEST} }} }}"
        );
        self.ask(&query, json!({ "i": input })).await
    }

    async fn put(&self, input: Value) -> Reply {
        let query =
            "mutation ($t: ID!, $c: ID!, $e: ID!, $i: EmployeeDataInput!) { putEmployeeData(tenantId: $t,
            companyId: $c, employeeId: $e, input: $i) { needsApproval changeRequestId
              contacts { id type firstName lastName email phoneNumber } } }";
        self.ask(query, json!({ "i": input })).await
    }
}

/// Someone who decides.
struct Decider<'a> {
    actor: Actor<'a>,
    ids: Value,
}

impl<'a> Decider<'a> {
    async fn of(world: &'a World, username: &str, at: &Standing) -> Decider<'a> {
        let person = world.person(username).await.to_string();
        let ids = json!({ "t": at.tenant, "c": at.company, "m": person });
        Decider { actor: world.acting(username).await, ids }
    }

    async fn waiting(&self) -> Vec<Value> {
        let query = format!(
            "query ($t: ID!, $c: ID!, $m: ID!) {{ listManagerEEChangeRequest(tenantId: $t, companyId: $c, managerId: $m,
               requestType: \"ee_info\", limit: 100) {{ results {{ {REQUEST} }} }} }}"
        );
        let reply = self.actor.ask(&query, self.ids.clone()).await;
        reply.data("/listManagerEEChangeRequest/results").as_array().unwrap().clone()
    }

    async fn sees(&self, id: &Value) -> bool {
        self.waiting().await.iter().any(|row| row["id"] == *id)
    }

    async fn open(&self, id: &Value) -> Reply {
        let query = format!(
            "query ($t: ID!, $c: ID!, $m: ID!, $id: ID!) {{ getChangeRequest(tenantId: $t, companyId: $c, managerId: $m,
               changeRequestId: $id) {{ {REQUEST} }} }}"
        );
        let mut ids = self.ids.clone();
        ids["id"] = id.clone();
        self.actor.ask(&query, ids).await
    }

    async fn decide(&self, id: &Value, action: &str, input: Value) -> Reply {
        let query = format!(
            "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!, $a: ChangeRequestAction!, $i: ChangeRequestDecisionInput) {{
               putManagerEmployeeChangeRequest(tenantId: $t, companyId: $c, managerId: $m, changeRequestId: $id, action: $a,
                 input: $i) {{ {REQUEST} }} }}"
        );
        let mut ids = self.ids.clone();
        ids.as_object_mut()
            .unwrap()
            .extend(json!({ "id": id, "a": action, "i": input }).as_object().unwrap().clone());
        self.actor.ask(&query, ids).await
    }
}

both! {
    async fn a_profile_has_every_part_of_the_spec(world: World) {
        let ana = Own::of(&world, "ana").await;
        let profile = ana.profile().await;
        assert_eq!(profile["activeManager"], json!(["Profile", "TimeOff"]));
        let places: Vec<&str> = profile["dbdt"].as_array().unwrap().iter().map(|row| row["dbdtType"].as_str().unwrap()).collect();
        assert_eq!(places, ["Division", "Branch", "Department", "Team"]);
        assert_eq!(profile["dbdt"][3]["dbdtName"], "Footwear");
        assert_eq!((&profile["demographics"]["firstName"], &profile["demographics"]["status"]), (&json!("Ana"), &json!("Active")));
        assert_eq!(profile["demographics"]["physicalAddress"]["country"], "US");
        for part in ["timeOff", "benefits", "directDeposit", "beneficiaries", "contacts", "additionalInfo", "messages", "earningDeduction", "stateTaxSetup"] {
            assert!(!profile[part].as_array().unwrap().is_empty(), "{part}");
        }
        assert!(profile["directDeposit"][0]["bankAccountNumber"].as_str().unwrap().starts_with("••••"));
        assert!(profile["messages"].as_array().unwrap().len() <= 5);
        assert_eq!((&profile["federalTaxSetup"]["otherAmount"], &profile["stateTaxSetup"][0]["state"]), (&json!("0.00"), &json!("OR")));
        assert_eq!(profile["localTaxSetup"]["numberOfExemptions"], 0);
        let is_paid = [&profile["annualSalary"], &profile["hourlyRate"]].iter().filter(|amount| amount.is_string()).count();
        assert_eq!(is_paid, 1);
    }

    async fn demographics_alone_are_those_of_the_whole_profile(world: World) {
        let ana = Own::of(&world, "ana").await;
        let query = "query ($c: ID!, $e: ID!) { demographics(companyId: $c, employeeId: $e) { firstName lastName middleName
            dateOfBirth gender maritalStatus status currentHireDate
            physicalAddress { addressLine1 addressLine2 city state zip country } } }";
        let alone = ana.ask(query, json!({})).await.data("/demographics").clone();
        assert_eq!(alone, ana.profile().await["demographics"]);
    }

    async fn a_part_of_another_feature_is_null_without_the_right_to_it(world: World) {
        let ana = Own::of(&world, "ana").await;
        let sql = "UPDATE role SET permissions = 'employee employee:profile.write' WHERE name = 'Employee'";
        world.change(sql, vec![]).await;
        let profile = ana.profile().await;
        for part in ["annualSalary", "hourlyRate", "timeOff", "benefits", "directDeposit", "earningDeduction", "federalTaxSetup", "stateTaxSetup", "localTaxSetup"] {
            assert_eq!(profile[part], Value::Null, "{part}");
        }
        assert_eq!(profile["demographics"]["lastName"], "Morales");
    }

    async fn whoever_asked_hears_of_it_by_the_account_they_have_by_then(world: World) {
        let ana = Own::of(&world, "ana").await;
        let asked = ana.submitted(json!({ "lastName": "Morales Vega" })).await;
        // Meanwhile her account was combined into Omar's.
        let (anas, omar) = (world.person("ana").await, world.person("omar").await);
        world.change("UPDATE employee SET person_id = $2 WHERE person_id = $1", db::params![anas, omar]).await;
        world.delivered().await;
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        marcus.decide(&asked["id"], "approve", json!({ "version": asked["version"] })).await.data("/putManagerEmployeeChangeRequest");
        let told = "SELECT count(*) FROM notice n JOIN person p ON p.id = n.person_id WHERE p.username = 'omar'";
        assert_eq!(world.count(told).await, 1);
        let mailed = world.delivered().await;
        assert!(mailed.iter().any(|mail| mail.to.starts_with("omar")), "{:?}", mailed.iter().map(|mail| &mail.to).collect::<Vec<_>>());
    }

    async fn what_was_asked_for_is_changed_when_it_is_approved_and_not_before(world: World) {
        let (ana, before) = (Own::of(&world, "ana").await, Own::of(&world, "ana").await.profile().await);
        let asked = ana.submitted(json!({ "lastName": "Morales Vega", "dateOfBirth": "1992-02-29", "zip": "97214-0042" })).await;
        assert_eq!((&asked["status"], &asked["changeType"], &asked["entityType"]), (&json!("Pending"), &json!("ee-info"), &json!("demographics")));
        assert_eq!(asked["changeDetail"], "lastName; dateOfBirth; zip");
        assert_eq!(ana.profile().await, before, "nothing has changed yet");

        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        let shown = marcus.open(&asked["id"]).await.data("/getChangeRequest").clone();
        let field = |field: &str, before: &str, after: &str| json!({ "id": null, "name": null, "field": field, "before": before, "after": after, "hasMoved": false, "now": null });
        let zip = before["demographics"]["physicalAddress"]["zip"].as_str().unwrap();
        let born = before["demographics"]["dateOfBirth"].as_str().unwrap();
        assert_eq!(shown["changedFields"], json!([
            field("lastName", "Morales", "Morales Vega"), field("dateOfBirth", born, "1992-02-29"), field("zip", zip, "97214-0042")
        ]));
        assert_eq!(shown["demographics"]["lastName"], "Morales Vega");

        world.delivered().await;
        let decided = marcus.decide(&asked["id"], "approve", json!({ "version": shown["version"] })).await;
        assert_eq!(decided.data("/putManagerEmployeeChangeRequest/decidedByName"), "Marcus Bell");
        assert!(!marcus.sees(&asked["id"]).await, "what is decided leaves the list");
        let after = ana.profile().await;
        assert_eq!(after["demographics"]["lastName"], "Morales Vega");
        assert_eq!(after["demographics"]["physicalAddress"]["zip"], "97214-0042");
        assert_eq!(after["demographics"]["firstName"], before["demographics"]["firstName"]);
        let viewer = world.acting("ana").await.ask("{ viewer { firstName lastName } }", json!({})).await;
        assert_eq!(viewer.data("/viewer"), &json!({ "firstName": "Ana", "lastName": "Morales Vega" }), "the account goes by it as well");
        let found = world.count("SELECT count(*) FROM reporting_line l JOIN employee e ON e.id = l.employee_id
            WHERE l.sort_name = 'morales vega, ana' AND l.birthday = '02-29' AND e.search_text LIKE '%morales vega%'").await;
        assert!(found > 0, "sorted and searched by the new name, and celebrated on the new day");
        let mails = world.delivered().await;
        let told: Vec<_> = mails.iter().filter(|mail| mail.to == "ana@example.com").collect();
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].subject.as_deref(), Some("Your profile change was approved"));
    }

    async fn what_is_denied_changes_nothing_and_the_employee_reads_why(world: World) {
        let ana = Own::of(&world, "ana").await;
        let before = ana.profile().await;
        let asked = ana.submitted(json!({ "maritalStatus": "Widowed" })).await;
        world.delivered().await;
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        marcus.decide(&asked["id"], "deny", json!({ "note": "Please bring the certificate." })).await.data("/putManagerEmployeeChangeRequest/id");
        assert_eq!(ana.profile().await["demographics"], before["demographics"]);
        let mails = world.delivered().await;
        assert!(mails.iter().any(|mail| mail.to == "ana@example.com" && mail.text.contains("Please bring the certificate.")));
        let query = "query ($t: ID!, $c: ID!, $e: ID!, $d: Boolean) {
            getEmployeeChangeRequests(tenantId: $t, companyId: $c, employeeId: $e, directOnly: $d) { id status note changeType } }";
        let newest = ana.ask(query, json!({})).await.data("/getEmployeeChangeRequests/0").clone();
        assert_eq!((&newest["id"], &newest["status"], &newest["note"]), (&asked["id"], &json!("Denied"), &json!("Please bring the certificate.")));
        let direct = ana.ask(query, json!({ "d": true })).await;
        assert!(direct.data("/getEmployeeChangeRequests").as_array().unwrap().iter().all(|row| row["changeType"] == "direct-deposit"));
        ana.submitted(json!({ "maritalStatus": "Widowed" })).await;
    }

    async fn a_wrong_field_is_refused_by_its_name_and_nothing_changes(world: World) {
        let ana = Own::of(&world, "ana").await;
        let before = world.rows().await;
        for (change, code, field) in [
            (json!({ "zip": "9721" }), "INVALID_ZIP", Some("zip")),
            (json!({ "dateOfBirth": "1899-12-31" }), "DATE_OUT_OF_RANGE", Some("dateOfBirth")),
            (json!({ "dateOfBirth": "2030-01-01" }), "BORN_IN_FUTURE", Some("dateOfBirth")),
            (json!({ "lastName": " " }), "REQUIRED", Some("lastName")),
            (json!({ "state": "XX" }), "UNKNOWN_STATE", Some("state")),
            (json!({}), "NOTHING_CHANGED", None),
        ] {
            let reply = ana.submit(change.clone()).await;
            assert_eq!((reply.outcome(), reply.field()), (code, field), "{change}");
        }
        let both = json!({ "dependents": [], "beneficiaries": [] });
        assert_eq!(ana.change(both).await.outcome(), "ONE_PART");
        let foreign = json!({ "dependents": [{ "id": ana.at.person, "firstName": "Leo", "lastName": "M", "relation": "Child" }] });
        assert_eq!(ana.change(foreign).await.outcome(), "NOT_FOUND");
        assert_eq!(world.rows().await, before);
    }

    async fn a_new_name_or_address_needs_a_fresh_factor_and_its_owner_and_the_decider_hear(world: World) {
        let ana = Own::of(&world, "ana").await;
        let query = "mutation ($t: ID!, $c: ID!, $e: ID!, $i: DemographicsInput!) { submitEmployeeDemographics(tenantId: $t,
            companyId: $c, employeeId: $e, input: $i) { id } }";
        world.delivered().await;
        let before = world.count("SELECT count(*) FROM notice").await + world.count("SELECT count(*) FROM change_request").await;
        for change in [json!({ "lastName": "Vega" }), json!({ "city": "Salem" }), json!({ "zip": "97299" })] {
            let input = ana.demographics(change.clone()).await;
            assert_eq!(ana.ask(query, json!({ "i": input })).await.outcome(), "STEP_UP_REQUIRED", "{change}");
            let input = json!({ "demographics": input });
            assert_eq!(ana.change(input).await.outcome(), "STEP_UP_REQUIRED", "{change}");
        }
        let after = world.count("SELECT count(*) FROM notice").await + world.count("SELECT count(*) FROM change_request").await;
        assert_eq!(after, before, "without it nothing is asked for, and no one is told");
        assert_eq!(world.delivered().await.len(), 0);

        ana.submitted(json!({ "lastName": "Vega" })).await;
        let mail = world.delivered().await;
        let to = |name: &str| mail.iter().filter(|each| each.to.starts_with(name)).collect::<Vec<_>>();
        let (owner, decider) = (to("ana"), to("marcus"));
        assert!(!owner.is_empty() && owner.iter().all(|each| each.text.contains("name or address in your profile")), "{}", owner.len());
        assert_eq!(decider.len(), 1);
        assert!(decider[0].text.contains("Ana Morales") && decider[0].text.contains("/manager/employees/change-requests"));
        assert!(!decider[0].text.contains("Vega"), "what would change stays in the portal");
        let told = "SELECT count(*) FROM notice n JOIN person p ON p.id = n.person_id
            WHERE n.kind = 'profile_asked' AND p.username = 'marcus' AND CAST(n.facts AS TEXT) LIKE '%Ana Morales%'";
        assert_eq!(world.count(told).await, 1);

        world.change("UPDATE change_request SET status = 'Withdrawn' WHERE request_type = 'ee_info'", vec![]).await;
        let input = ana.demographics(json!({ "dateOfBirth": "1991-02-03" })).await;
        assert_eq!(ana.ask(query, json!({ "i": input })).await.outcome(), "ok", "a date of birth moves no mail");
        let mail = world.delivered().await;
        assert!(mail.iter().all(|each| each.to.starts_with("marcus")), "{}", mail.len());
    }

    async fn where_no_manager_is_left_the_administrators_hear_of_a_request(world: World) {
        let ana = Own::of(&world, "ana").await;
        world.disable("marcus").await;
        world.delivered().await;
        ana.submitted(json!({ "maritalStatus": "Widowed" })).await;
        let mail = world.delivered().await;
        assert_eq!(mail.len(), 1, "{}", mail.len());
        assert!(mail[0].to.starts_with("grace") && mail[0].text.contains("/admin/home"), "{}", mail.len());
        let told = "SELECT count(*) FROM notice n JOIN person p ON p.id = n.person_id WHERE n.kind = 'profile_asked'
            AND p.username = 'grace'";
        assert_eq!(world.count(told).await, 1);
    }

    async fn an_outstanding_request_blocks_another_about_the_same_part_only(world: World) {
        let ana = Own::of(&world, "ana").await;
        ana.submitted(json!({ "city": "Gresham" })).await;
        let before = world.rows().await;
        let refused = ana.submit(json!({ "city": "Salem" })).await;
        assert_eq!(refused.outcome(), "OUTSTANDING_REQUEST");
        assert!(refused.text.contains("You cannot edit this account because you have another outstanding request"));
        assert_eq!(world.rows().await, before);
        let child = json!({ "dependents": [{ "firstName": "Leo", "lastName": "Morales", "relation": "Child" }] });
        ana.change(child).await.data("/submitChangeRequest/id");
    }

    async fn whoever_changed_the_same_in_between_is_shown_and_the_request_stays(world: World) {
        let ana = Own::of(&world, "ana").await;
        let asked = ana.submitted(json!({ "zip": "97214-0042", "city": "Gresham" })).await;
        world.change("UPDATE employee_profile SET zip = '97299', state = 'WA', version = version + 1", vec![]).await;
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        let shown = marcus.open(&asked["id"]).await.data("/getChangeRequest/changedFields").clone();
        let zip = shown.as_array().unwrap().iter().find(|row| row["field"] == "zip").unwrap();
        assert_eq!((&zip["hasMoved"], &zip["now"]), (&json!(true), &json!("97299")));
        let before = world.rows().await;
        let refused = marcus.decide(&asked["id"], "approve", json!({})).await;
        assert_eq!(refused.outcome(), "CONFLICT");
        let current = &refused.body["errors"][0]["extensions"]["current"];
        assert_eq!(current["changedFields"][0]["now"], "97299", "{current}");
        assert_eq!(world.rows().await, before);
        assert!(marcus.sees(&asked["id"]).await, "errors leave it in the list");
        marcus.decide(&asked["id"], "deny", json!({})).await.data("/putManagerEmployeeChangeRequest/id");
    }

    async fn what_changed_elsewhere_stays_when_a_request_is_approved(world: World) {
        let ana = Own::of(&world, "ana").await;
        let asked = ana.submitted(json!({ "city": "Gresham" })).await;
        world.change("UPDATE employee_profile SET zip = '97299', version = version + 1", vec![]).await;
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        marcus.decide(&asked["id"], "approve", json!({})).await.data("/putManagerEmployeeChangeRequest/id");
        let address = ana.profile().await["demographics"]["physicalAddress"].clone();
        assert_eq!((&address["city"], &address["zip"]), (&json!("Gresham"), &json!("97299")));
    }

    async fn nobody_decides_their_own_and_only_whoever_has_the_area(world: World) {
        let priya = Own::of(&world, "priya").await;
        let asked = priya.submitted(json!({ "city": "Tigard" })).await;
        let before = world.rows().await;
        let herself = Decider::of(&world, "priya", &priya.at).await;
        assert!(!herself.sees(&asked["id"]).await);
        assert_eq!(herself.decide(&asked["id"], "approve", json!({})).await.outcome(), "FORBIDDEN");
        let mina = Decider::of(&world, "mina", &priya.at).await;
        assert_eq!(mina.decide(&asked["id"], "approve", json!({})).await.outcome(), "NOT_FOUND");
        let dana = Decider::of(&world, "dana", &priya.at).await;
        assert_eq!(dana.decide(&asked["id"], "approve", json!({})).await.outcome(), "FORBIDDEN");
        assert_eq!(world.count("SELECT count(*) FROM change_request WHERE status = 'Approved' AND request_type = 'ee_info'").await, 0);
        let after = world.rows().await;
        for table in ["change_request", "employee_profile", "employee"] {
            assert_eq!(after[table], before[table], "{table}");
        }
        // Secondary lines count too, if they have the area.
        world.change("UPDATE reporting_line SET kind = 'secondary' WHERE manager_id = (SELECT id FROM person WHERE username = 'marcus')", vec![]).await;
        let marcus = Decider::of(&world, "marcus", &priya.at).await;
        marcus.decide(&asked["id"], "approve", json!({})).await.data("/putManagerEmployeeChangeRequest/id");
    }

    async fn an_administrator_is_told_where_requests_wait_that_no_manager_may_decide(world: World) {
        let ana = Own::of(&world, "ana").await;
        let id = ana.submitted(json!({ "zip": "97214-0042" })).await["id"].clone();
        let query = "query ($t: ID!) { listUnmanagedRequests(tenantId: $t) { companyId companyName timeZone today eeInfo directDeposit } }";
        let grace = world.acting("grace").await;
        let told = async || {
            let reply = grace.ask(query, json!({ "t": ana.at.tenant })).await;
            let all = reply.data("/listUnmanagedRequests").as_array().unwrap().clone();
            all.into_iter().find(|row| row["companyName"] == OUTFITTERS)
        };
        assert_eq!(told().await, None, "Marcus can decide all of them");
        world.disable("marcus").await;
        let row = told().await.unwrap();
        let decider = Decider::of(&world, "grace", &ana.at).await;
        assert!(decider.sees(&id).await);
        assert_eq!(row["eeInfo"], json!(decider.waiting().await.len()));
        assert_eq!((&row["companyId"], &row["timeZone"]), (&json!(ana.at.company), &json!("America/Los_Angeles")));
        world.change("UPDATE feature SET enabled = FALSE, read_only = TRUE, narrows = TRUE WHERE feature_id = 'Manager_changeRequests'", vec![]).await;
        assert!(told().await.is_none_or(|row| row["eeInfo"] == 0), "what is switched off is not counted");
        for (username, outcome) in [("ana", "FORBIDDEN"), ("priya", "FORBIDDEN"), ("omar", "FORBIDDEN"), ("mina", "NOT_FOUND")] {
            let reply = world.acting(username).await.ask(query, json!({ "t": ana.at.tenant })).await;
            assert_eq!(reply.outcome(), outcome, "{username}");
        }
    }

    async fn of_two_who_ask_at_once_one_is_told_to_wait(world: World) {
        let ana = Own::of(&world, "ana").await;
        // Changes that need no fresh factor: an app code counts once.
        for (one, other) in [("1991-02-03", "1991-02-04"), ("1992-02-03", "1992-02-04"), ("1993-02-03", "1993-02-04")] {
            let born = |day: &str| ana.submit(json!({ "dateOfBirth": day }));
            let (one, other) = tokio::join!(born(one), born(other));
            let mut outcomes = [one.outcome().to_owned(), other.outcome().to_owned()];
            outcomes.sort();
            assert_eq!(outcomes, ["OUTSTANDING_REQUEST", "ok"]);
            world.change("UPDATE change_request SET status = 'Withdrawn' WHERE request_type = 'ee_info'", vec![]).await;
        }
    }

    async fn of_two_who_decide_at_once_one_is_told_what_it_is_now(world: World) {
        let ana = Own::of(&world, "ana").await;
        let sql = "INSERT INTO reporting_line (manager_id, company_id, employee_id, tenant_id, kind, area, sort_name)
            SELECT p.id, e.company_id, e.id, e.tenant_id, 'primary', 'Personal Info', 'morales, ana'
            FROM person p, employee e JOIN person o ON o.id = e.person_id WHERE p.username = 'priya' AND o.username = 'ana'";
        world.change(sql, vec![]).await;
        let (marcus, priya) = (Decider::of(&world, "marcus", &ana.at).await, Decider::of(&world, "priya", &ana.at).await);
        for city in ["Salem", "Tigard", "Bend"] {
            let asked = ana.submitted(json!({ "city": city })).await;
            let version = json!({ "version": asked["version"] });
            let (one, other) = tokio::join!(
                marcus.decide(&asked["id"], "approve", version.clone()),
                priya.decide(&asked["id"], "deny", version));
            let outcomes = [one.outcome(), other.outcome()];
            assert!(outcomes == ["ok", "CONFLICT"] || outcomes == ["CONFLICT", "ok"], "{outcomes:?}");
            let is_made = ana.profile().await["demographics"]["physicalAddress"]["city"] == city;
            assert_eq!(is_made, outcomes[0] == "ok");
        }
    }

    async fn contacts_are_saved_at_once_and_the_second_of_two_writers_is_told(world: World) {
        let ana = Own::of(&world, "ana").await;
        let profile = ana.profile().await;
        let mut contacts = vec![profile["contacts"][0].clone()];
        contacts.push(json!({ "type": "Doctor", "firstName": "Ines", "phoneNumber": "(503) 555-0188" }));
        let saved = ana.put(json!({ "contacts": contacts, "version": profile["version"] })).await;
        assert_eq!(saved.data("/putEmployeeData/needsApproval"), false);
        assert_eq!(saved.data("/putEmployeeData/contacts/1/phoneNumber"), "+15035550188");
        assert_eq!(ana.profile().await["contacts"], *saved.data("/putEmployeeData/contacts"));
        let before = world.rows().await;
        let late = ana.put(json!({ "contacts": [], "version": profile["version"] })).await;
        assert_eq!(late.outcome(), "CONFLICT");
        assert_eq!(late.body["errors"][0]["extensions"]["current"]["contacts"].as_array().unwrap().len(), 2);
        let lonely = json!({ "contacts": [{ "type": "Family", "firstName": "Luis" }] });
        assert_eq!(ana.put(lonely).await.outcome(), "CONTACT_UNREACHABLE");
        let foreign = json!({ "contacts": [{ "id": ana.at.person, "type": "Family", "firstName": "Luis", "phoneNumber": "5035550188" }] });
        assert_eq!(ana.put(foreign).await.outcome(), "NOT_FOUND");
        assert_eq!(world.rows().await, before);
    }

    async fn dependents_are_added_and_taken_away_by_request(world: World) {
        let ana = Own::of(&world, "ana").await;
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        let child = json!({ "firstName": "Leo", "lastName": "Morales", "relation": "Child" });
        let mut all = ana.profile().await["dependents"].as_array().unwrap().clone();
        let had = all.len();
        all.push(child);
        let asked = ana.change(json!({ "dependents": all })).await.data("/submitChangeRequest").clone();
        assert_eq!(asked["changedFields"].as_array().unwrap().len(), 3);
        assert_eq!((&asked["changedFields"][0]["name"], &asked["changedFields"][0]["before"]), (&json!("Leo Morales"), &Value::Null));
        marcus.decide(&asked["id"], "approve", json!({})).await.data("/putManagerEmployeeChangeRequest/id");
        let now = ana.profile().await["dependents"].as_array().unwrap().clone();
        assert_eq!((now.len(), &now[had]["firstName"]), (had + 1, &json!("Leo")));
        let asked = ana.change(json!({ "dependents": now[..had] })).await.data("/submitChangeRequest").clone();
        marcus.decide(&asked["id"], "approve", json!({})).await.data("/putManagerEmployeeChangeRequest/id");
        assert_eq!(ana.profile().await["dependents"].as_array().unwrap().len(), had);
    }

    async fn who_is_no_beneficiary_any_more_is_named_by_no_plan(world: World) {
        let ana = Own::of(&world, "ana").await;
        let marcus = Decider::of(&world, "marcus", &ana.at).await;
        let named = |profile: &Value| {
            let plans = profile["benefits"].as_array().unwrap().iter();
            plans.map(|plan| plan["beneficiaries"].as_array().unwrap().len()).sum::<usize>()
        };
        let profile = ana.profile().await;
        assert!(named(&profile) > 1 && profile["beneficiaries"].as_array().unwrap().len() == 1, "{profile}");
        let asked = ana.change(json!({ "beneficiaries": [] })).await.data("/submitChangeRequest").clone();
        assert_eq!(named(&ana.profile().await), named(&profile), "asking changes nothing");
        marcus.decide(&asked["id"], "approve", json!({})).await.data("/putManagerEmployeeChangeRequest/id");
        let profile = ana.profile().await;
        assert_eq!((named(&profile), &profile["beneficiaries"]), (0, &json!([])));
    }

    async fn e40_a_request_is_seen_only_with_the_page_it_belongs_to(world: World) {
        let victor = Own::of(&world, "victor").await;
        let list = "query ($t: ID!, $c: ID!, $e: ID!) { listEmployeeChangeRequests(tenantId: $t, companyId: $c, employeeId: $e, limit: 100) {
            results { id changeType entityType } }
            getEmployeeChangeRequests(tenantId: $t, companyId: $c, employeeId: $e) { id } }";
        let one = "query ($t: ID!, $c: ID!, $e: ID!, $id: ID!) { getChangeRequest(tenantId: $t, companyId: $c, employeeId: $e,
            changeRequestId: $id) { id } }";
        let all = victor.ask(list, json!({})).await.data("/listEmployeeChangeRequests/results").as_array().unwrap().clone();
        let belongs = |row: &Value| match (row["changeType"].as_str().unwrap(), row["entityType"].as_str().unwrap()) {
            ("direct-deposit", _) => "employee:pay:direct-deposits",
            (_, "taxSetup") => "employee:taxes",
            _ => "employee:profile",
        };
        for page in ["employee:pay:direct-deposits", "employee:taxes", "employee:profile"] {
            assert!(all.iter().any(|row| belongs(row) == page), "{page}");
            let sql = "UPDATE role SET permissions = 'employee ' || $1 WHERE name = 'Employee'";
            world.change(sql, db::params![page]).await;
            let reply = victor.ask(list, json!({})).await;
            let seen = reply.data("/listEmployeeChangeRequests/results").as_array().unwrap();
            let expected: Vec<&Value> = all.iter().filter(|row| belongs(row) == page).collect();
            assert_eq!(seen.iter().collect::<Vec<_>>(), expected, "{page}");
            assert_eq!(reply.data("/getEmployeeChangeRequests").as_array().unwrap().len(), expected.len(), "{page}");
            for row in &all {
                let outcome = if belongs(row) == page { "ok" } else { "NOT_FOUND" };
                assert_eq!(victor.ask(one, json!({ "id": row["id"] })).await.outcome(), outcome, "{page} {row}");
            }
        }
    }
}

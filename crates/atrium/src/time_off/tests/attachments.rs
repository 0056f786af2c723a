//! Files that come with requests, on both engines.

use super::{OUTFITTERS, at, create, requests, type_of, update, whole, with};
use crate::world::{Actor, Reply, Standing, World, both};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

const LIST: &str = "query ($t: ID!, $c: ID!, $e: ID!, $m: ID, $id: ID!) { listTimeOffAttachments(tenantId: $t, companyId: $c,
    employeeId: $e, managerId: $m, requestId: $id) { id fileName contentType sizeBytes } }";
const ADD: &str = "mutation ($t: ID!, $c: ID!, $e: ID!, $id: ID!, $f: TimeOffFileInput!) { addTimeOffAttachment(tenantId: $t,
    companyId: $c, employeeId: $e, requestId: $id, file: $f) { id attachmentCount version } }";
const REMOVE: &str =
    "mutation ($t: ID!, $c: ID!, $e: ID!, $id: ID!) { removeTimeOffAttachment(tenantId: $t, companyId: $c,
    employeeId: $e, attachmentId: $id) { id attachmentCount } }";
const DECIDE: &str =
    "mutation ($t: ID!, $c: ID!, $m: ID!, $i: TimeOffDecisionInput!) { decideTimeOffRequest(tenantId: $t,
    companyId: $c, managerId: $m, input: $i) { status } }";

fn pdf(words: &str) -> Vec<u8> {
    format!("%PDF-1.4\n1 0 obj\n<< /Title ({words}) >>\nendobj\nstartxref\n9\n%%EOF\n").into_bytes()
}

fn file(name: &str) -> Value {
    json!({ "fileName": name, "fileString": STANDARD.encode(pdf(name)) })
}

/// Same as `create`, with files.
async fn ask(actor: &Actor<'_>, standing: &Standing, input: Value, files: Value) -> Reply {
    let text =
        create().replace("$i: TimeOffRequestInput!", "$i: TimeOffRequestInput!, $f: [TimeOffFileInput!]");
    let text = text
        .replace("input: $i)", "input: $i, attachments: $f)")
        .replace("id employeeId", "attachmentCount id employeeId");
    actor.ask(&text, at(standing, json!({ "i": input, "f": files }))).await
}

async fn attached(actor: &Actor<'_>, standing: &Standing, request: &Value) -> Vec<Value> {
    let reply = actor.ask(LIST, at(standing, json!({ "id": request }))).await;
    reply.data("/listTimeOffAttachments").as_array().unwrap().clone()
}

fn path(standing: &Standing, file: &Value) -> String {
    let employee = standing.employee.as_deref().unwrap();
    format!(
        "/companies/{}/employees/{employee}/time-off-attachments/{}/file",
        standing.company,
        file.as_str().unwrap()
    )
}

fn objects(world: &World) -> usize {
    let folders = std::fs::read_dir(world.folder.path().join("files")).unwrap().flatten();
    folders.flat_map(|folder| std::fs::read_dir(folder.path()).unwrap().flatten()).count()
}

both! {
    async fn a_long_sick_leave_needs_a_note_and_nothing_is_left_of_one_without(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let sick = type_of(&ana, &standing, "Sick").await;
        let (three, four) = (whole(&sick, "2027-02-01", "2027-02-03"), whole(&sick, "2027-02-08", "2027-02-11"));
        let preview = "query ($t: ID!, $c: ID!, $e: ID!, $i: TimeOffRequestInput!) { previewTimeOffRequest(tenantId: $t, companyId: $c,
            employeeId: $e, input: $i) { needsAttachment refusal } }";
        for (input, is_needed) in [(&three, false), (&four, true)] {
            let seen = ana.ask(preview, at(&standing, json!({ "i": input }))).await;
            assert_eq!(seen.data("/previewTimeOffRequest"), &json!({ "needsAttachment": is_needed, "refusal": null }));
        }
        ask(&ana, &standing, three, json!([])).await.data("/createTimeOffRequest/id");
        let (before, objects_before) = (world.rows().await, objects(&world));
        let refused = ask(&ana, &standing, four.clone(), json!([])).await;
        assert_eq!((refused.outcome(), refused.field()), ("ATTACHMENT_NEEDED", Some("attachments")));
        assert_eq!((world.rows().await, objects(&world)), (before, objects_before));
        let made = ask(&ana, &standing, four, json!([file("note.pdf"), file("note-2.pdf")])).await;
        assert_eq!(made.data("/createTimeOffRequest/attachmentCount"), 2);
        let names: Vec<Value> = attached(&ana, &standing, made.data("/createTimeOffRequest/id")).await
            .into_iter().map(|row| row["fileName"].clone()).collect();
        assert_eq!(names, ["note.pdf", "note-2.pdf"]);
    }

    async fn an_edit_to_more_days_needs_what_a_new_request_would(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        // A company that lets people edit requests of several days.
        world.change("INSERT INTO time_off_setting (company_id, tenant_id, edits_many_days)
            SELECT id, tenant_id, TRUE FROM company", vec![]).await;
        let sick = type_of(&ana, &standing, "Sick").await;
        let made = ask(&ana, &standing, whole(&sick, "2027-02-01", "2027-02-01"), json!([])).await;
        let id = made.data("/createTimeOffRequest/id").clone();
        let longer = |version: i64| with(whole(&sick, "2027-02-01", "2027-02-05"), json!({ "id": id, "version": version }));
        let refused = ana.ask(&update(), at(&standing, json!({ "i": longer(1) }))).await;
        assert_eq!(refused.outcome(), "ATTACHMENT_NEEDED");
        let added = ana.ask(ADD, at(&standing, json!({ "id": id, "f": file("note.pdf") }))).await;
        assert_eq!(added.data("/addTimeOffAttachment/attachmentCount"), 1);
        let version = added.data("/addTimeOffAttachment/version").as_i64().unwrap();
        let changed = ana.ask(&update(), at(&standing, json!({ "i": longer(version) }))).await;
        assert_eq!(changed.data("/updateTimeOffRequest/endDate"), "2027-02-05");
    }

    async fn those_who_decide_read_what_is_attached_and_the_employee_sees_that_they_did(world: World) {
        let (ana, marcus) = (world.acting("ana").await, world.acting("marcus").await);
        let hers = ana.standing(OUTFITTERS).await;
        let personal = type_of(&ana, &hers, "Personal").await;
        let made = ask(&ana, &hers, whole(&personal, "2027-02-01", "2027-02-01"), json!([file("summons.pdf")])).await;
        let id = made.data("/createTimeOffRequest/id").clone();
        let id_of_file = attached(&ana, &hers, &id).await[0]["id"].clone();
        let own = ana.get(&path(&hers, &id_of_file)).await;
        assert_eq!((own.status.as_u16(), own.text.as_bytes()), (200, pdf("summons.pdf").as_slice()));
        assert!(own.headers["content-disposition"].to_str().unwrap().starts_with("attachment; filename=\"summons.pdf\""));
        let views = || world.count("SELECT count(*) FROM data_view WHERE what = 'documents'");
        assert_eq!(views().await, 0, "one's own is nothing to write down");

        // A colleague isn't a manager at all, no matter the file. For the others, there's no such file.
        for (stranger, status) in [("victor", 403), ("hugo", 404), ("elena", 404), ("omar", 404), ("grace", 404)] {
            assert_eq!(world.acting(stranger).await.get(&path(&hers, &id_of_file)).await.status, status, "{stranger}");
        }
        assert_eq!(world.get(&path(&hers, &id_of_file)).await.status, 401);
        assert_eq!(views().await, 0);
        let read = marcus.get(&path(&hers, &id_of_file)).await;
        assert_eq!((read.status.as_u16(), read.text.as_bytes()), (200, pdf("summons.pdf").as_slice()));
        let person = world.person("marcus").await.to_string();
        let listed = marcus.ask(LIST, at(&hers, json!({ "m": person, "id": id }))).await;
        assert_eq!(listed.data("/listTimeOffAttachments/0/fileName"), "summons.pdf");
        let seen = "query ($t: ID!, $c: ID!, $e: ID!) { employeeDataViews(tenantId: $t, companyId: $c, employeeId: $e) { viewerName what } }";
        let reply = ana.ask(seen, at(&hers, json!({}))).await;
        let rows = reply.data("/employeeDataViews").as_array().unwrap();
        let documents: Vec<&Value> = rows.iter().filter(|row| row["what"] == "documents").collect();
        assert_eq!(documents, [&json!({ "viewerName": "Marcus Bell", "what": "documents" })]);
        // Another employee's request doesn't lead to her file.
        let other = requests(&ana, &hers).await.into_iter().find(|row| row["id"] != id).unwrap();
        assert!(attached(&ana, &hers, &other["id"]).await.iter().all(|row| row["id"] != id_of_file));
    }

    async fn what_was_decided_upon_stays_and_what_waits_can_be_taken_back(world: World) {
        let (ana, marcus) = (world.acting("ana").await, world.acting("marcus").await);
        let hers = ana.standing(OUTFITTERS).await;
        let personal = type_of(&ana, &hers, "Personal").await;
        let objects_before = objects(&world);
        let made = ask(&ana, &hers, whole(&personal, "2027-02-01", "2027-02-01"), json!([file("a.pdf"), file("b.pdf")])).await;
        let id = made.data("/createTimeOffRequest/id").clone();
        let files = attached(&ana, &hers, &id).await;
        let gone = ana.ask(REMOVE, at(&hers, json!({ "id": files[0]["id"] }))).await;
        assert_eq!(gone.data("/removeTimeOffAttachment/attachmentCount"), 1);
        assert_eq!(ana.get(&path(&hers, &files[0]["id"])).await.status, 404);
        assert_eq!(atrium::files::tidy(&world.app).await.unwrap(), 1);
        assert_eq!(objects(&world), objects_before + 1);

        let person = world.person("marcus").await.to_string();
        let decide = |version: i64| json!({ "t": hers.tenant, "c": hers.company, "m": person,
            "i": { "id": id, "version": version, "action": "approve" } });
        assert_eq!(marcus.ask(DECIDE, decide(1)).await.outcome(), "CONFLICT", "he had seen another file");
        assert_eq!(marcus.ask(DECIDE, decide(2)).await.data("/decideTimeOffRequest/status"), "Approved");
        let before = world.count("SELECT count(*) FROM time_off_attachment").await;
        let refused = ana.ask(REMOVE, at(&hers, json!({ "id": files[1]["id"] }))).await;
        assert_eq!(refused.outcome(), "REQUEST_PROCESSED");
        assert_eq!(world.count("SELECT count(*) FROM time_off_attachment").await, before);
        let later = ana.ask(ADD, at(&hers, json!({ "id": id, "f": file("c.pdf") }))).await;
        assert_eq!(later.data("/addTimeOffAttachment/attachmentCount"), 2, "a note may come later");
        let withdraw = "mutation ($t: ID!, $c: ID!, $e: ID!, $id: ID!) { deleteTimeOffRequest(tenantId: $t, companyId: $c, employeeId: $e, id: $id) { id } }";
        ana.ask(withdraw, at(&hers, json!({ "id": id }))).await.data("/deleteTimeOffRequest/id");
        ana.ask(REMOVE, at(&hers, json!({ "id": files[1]["id"] }))).await.data("/removeTimeOffAttachment/id");
        let refused = ana.ask(ADD, at(&hers, json!({ "id": id, "f": file("d.pdf") }))).await;
        assert_eq!(refused.outcome(), "REQUEST_PROCESSED");
    }

    async fn the_last_note_of_a_request_that_needs_one_stays(world: World) {
        let ana = world.acting("ana").await;
        let hers = ana.standing(OUTFITTERS).await;
        world.change("UPDATE time_off_type SET attachment_after_days = 0, approval = 'manager'", vec![]).await;
        let personal = type_of(&ana, &hers, "Personal").await;
        let made = ask(&ana, &hers, whole(&personal, "2027-02-01", "2027-02-01"), json!([file("a.pdf")])).await;
        let id = made.data("/createTimeOffRequest/id").clone();
        let only = attached(&ana, &hers, &id).await[0]["id"].clone();
        assert_eq!(ana.ask(REMOVE, at(&hers, json!({ "id": only }))).await.outcome(), "ATTACHMENT_NEEDED");
        ana.ask(ADD, at(&hers, json!({ "id": id, "f": file("b.pdf") }))).await.data("/addTimeOffAttachment/id");
        ana.ask(REMOVE, at(&hers, json!({ "id": only }))).await.data("/removeTimeOffAttachment/id");
        assert_eq!(attached(&ana, &hers, &id).await.len(), 1);
    }

    async fn a_manager_enters_time_off_without_a_note(world: World) {
        let (ana, marcus) = (world.acting("ana").await, world.acting("marcus").await);
        let hers = ana.standing(OUTFITTERS).await;
        let sick = type_of(&ana, &hers, "Sick").await;
        let person = world.person("marcus").await.to_string();
        let long = json!({ "m": person, "i": whole(&sick, "2027-02-08", "2027-02-12") });
        assert_eq!(marcus.ask(&create(), at(&hers, long)).await.data("/createTimeOffRequest/status"), "Approved");
    }

    async fn a_bad_file_is_refused_by_its_field_and_leaves_nothing_behind(world: World) {
        let ana = world.acting("ana").await;
        let hers = ana.standing(OUTFITTERS).await;
        let personal = type_of(&ana, &hers, "Personal").await;
        let day = |first: &str| whole(&personal, first, first);
        let (before, objects_before) = (world.rows().await, objects(&world));
        let script = STANDARD.encode(b"%PDF-1.4\n1 0 obj\n<< /S /JavaScript /JS (x) >>\nendobj\nstartxref\n9\n%%EOF\n");
        let many: Vec<Value> = (0..6).map(|n| file(&format!("{n}.pdf"))).collect();
        for (files, code, field) in [
            (json!([file("ok.pdf"), { "fileName": "x.exe", "fileString": "AAAA" }]), "FILE_TYPE_NOT_ALLOWED", "fileName"),
            (json!([file("ok.pdf"), { "fileName": "x.pdf", "fileString": script }]), "FILE_HAS_MACROS", "fileString"),
            (json!([{ "fileName": "x.pdf", "fileString": "?" }]), "FILE_NOT_BASE64", "fileString"),
            (json!(many), "TOO_MANY_ATTACHMENTS", "attachments"),
        ] {
            let reply = ask(&ana, &hers, day("2027-02-01"), files).await;
            assert_eq!((reply.outcome(), reply.field()), (code, Some(field)));
        }
        // When the request itself is refused, the stored files are gone again.
        let reply = ask(&ana, &hers, day("2027-02-06"), json!([file("ok.pdf")])).await;
        assert_eq!(reply.outcome(), "WEEKEND_NOT_ALLOWED");
        let add = json!({ "id": "00000000-0000-7000-8000-000000000000", "f": file("ok.pdf") });
        assert_eq!(ana.ask(ADD, at(&hers, add)).await.outcome(), "NOT_FOUND");
        assert_eq!((world.rows().await, objects(&world)), (before, objects_before));
    }

    async fn of_a_request_s_files_at_most_five_are_kept_however_many_come_at_once(world: World) {
        let ana = world.acting("ana").await;
        let hers = ana.standing(OUTFITTERS).await;
        let personal = type_of(&ana, &hers, "Personal").await;
        let made = ask(&ana, &hers, whole(&personal, "2027-02-01", "2027-02-01"), json!([file("0.pdf"), file("1.pdf")])).await;
        let id = made.data("/createTimeOffRequest/id").clone();
        let objects_before = objects(&world);
        let adds = (2..8).map(|n| {
            let variables = at(&hers, json!({ "id": id, "f": file(&format!("{n}.pdf")) }));
            let ana = &ana;
            async move { ana.ask(ADD, variables).await.outcome().to_owned() }
        });
        let outcomes = futures_util::future::join_all(adds).await;
        assert_eq!(outcomes.iter().filter(|outcome| *outcome == "ok").count(), 3, "{outcomes:?}");
        assert_eq!(attached(&ana, &hers, &id).await.len(), 5);
        assert_eq!(objects(&world), objects_before + 3);
    }
}

//! Documents through the API, as people of the demo world, on both engines.

use crate::world::{Actor, Standing, World, both};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

const OUTFITTERS: &str = "Cedar Outfitters";

const LIST: &str = "query ($t: ID!, $c: ID!, $e: ID, $m: ID, $l: Int, $n: String) {
    listCompanyDocuments(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m, limit: $l, cursor: $n) {
      results { id documentName fileName fileString startDate endDate showOnDashboard contentType sizeBytes version updatedByName }
      links { next } } }";
const GET: &str = "query ($t: ID!, $c: ID!, $e: ID, $m: ID, $id: ID!) {
    getCompanyDocument(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m, documentId: $id) {
      documentName fileName fileString contentType } }";
const PUT: &str = "mutation ($t: ID!, $c: ID!, $m: ID!, $i: CompanyDocumentInput!) {
    putCompanyDocuments(tenantId: $t, companyId: $c, managerId: $m, input: $i) {
      id documentName fileName fileString startDate endDate showOnDashboard contentType sizeBytes version updatedByName } }";
const DELETE: &str = "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!, $v: Int) {
    deleteCompanyDocument(tenantId: $t, companyId: $c, managerId: $m, documentId: $id, version: $v) { documentId } }";

fn pdf(words: &str) -> Vec<u8> {
    format!("%PDF-1.4\n1 0 obj\n<< /Title ({words}) >>\nendobj\nstartxref\n9\n%%EOF\n").into_bytes()
}

fn draft(name: &str, bytes: &[u8]) -> Value {
    json!({ "documentName": name, "fileName": "notes.pdf", "fileString": STANDARD.encode(bytes),
        "startDate": "2026-11-01", "endDate": "2026-12-31", "showOnDashboard": true })
}

fn as_manager(at: &Standing, more: Value) -> Value {
    let mut all = json!({ "t": at.tenant, "c": at.company, "m": at.person });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

fn as_employee(at: &Standing, more: Value) -> Value {
    let mut all = json!({ "t": at.tenant, "c": at.company, "e": at.employee });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

async fn names(actor: &Actor<'_>, variables: Value) -> Vec<String> {
    let reply = actor.ask(LIST, variables).await;
    let rows = reply.data("/listCompanyDocuments/results").as_array().unwrap();
    rows.iter().map(|row| row["documentName"].as_str().unwrap().to_owned()).collect()
}

async fn stored_files(world: &World) -> i64 {
    world.count("SELECT count(*) FROM stored_file WHERE removed_at IS NULL").await
}

/// How many objects this world has in storage.
fn objects(world: &World) -> usize {
    let folders = std::fs::read_dir(world.folder.path().join("files")).unwrap().flatten();
    folders.flat_map(|folder| std::fs::read_dir(folder.path()).unwrap().flatten()).count()
}

both! {
    async fn an_employee_sees_what_is_current_and_a_manager_everything(world: World) {
        let ana = world.acting("ana").await;
        let seen = names(&ana, as_employee(&ana.standing(OUTFITTERS).await, json!({}))).await;
        assert_eq!(seen, ["Employee discount policy", "Employee handbook", "Store safety checklist"]);
        let marcus = world.acting("marcus").await;
        let seen = names(&marcus, as_manager(&marcus.standing(OUTFITTERS).await, json!({}))).await;
        let all = ["Benefits guide for next year", "Employee discount policy", "Employee handbook", "Store safety checklist", "Summer schedule"];
        assert_eq!(seen, all);
    }

    async fn a_document_is_added_opened_changed_and_deleted_and_its_bytes_go_with_it(world: World) {
        let (marcus, ana) = (world.acting("marcus").await, world.acting("ana").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, ana.standing(OUTFITTERS).await);
        let (before, objects_before) = (stored_files(&world).await, objects(&world));
        let made = marcus.ask(PUT, as_manager(&his, json!({ "i": draft("  Shift   swaps ", &pdf("one")) }))).await;
        let made = made.data("/putCompanyDocuments");
        assert_eq!((&made["documentName"], &made["contentType"]), (&json!("Shift swaps"), &json!("application/pdf")));
        assert_eq!((&made["version"], &made["updatedByName"]), (&json!(1), &json!("Marcus Bell")));
        assert_eq!(made["sizeBytes"], pdf("one").len());

        let opened = ana.ask(GET, as_employee(&hers, json!({ "id": made["id"] }))).await;
        assert_eq!(opened.data("/getCompanyDocument/fileString"), &json!(STANDARD.encode(pdf("one"))));

        // A new name keeps the file; a new file replaces it.
        let mut input = json!({ "id": made["id"], "version": 1, "documentName": "Swapping shifts", "startDate": "2026-11-01",
            "endDate": "2026-11-30", "showOnDashboard": false });
        let renamed = marcus.ask(PUT, as_manager(&his, json!({ "i": input }))).await;
        assert_eq!(renamed.data("/putCompanyDocuments/version"), 2);
        assert_eq!(stored_files(&world).await, before + 1);
        input["version"] = json!(2);
        input["fileName"] = json!("new.pdf");
        input["fileString"] = json!(STANDARD.encode(pdf("two")));
        marcus.ask(PUT, as_manager(&his, json!({ "i": input }))).await.data("/putCompanyDocuments/id");
        let opened = ana.ask(GET, as_employee(&hers, json!({ "id": made["id"] }))).await;
        assert_eq!(opened.data("/getCompanyDocument/fileString"), &json!(STANDARD.encode(pdf("two"))));
        assert_eq!((stored_files(&world).await, objects(&world)), (before + 1, objects_before + 2));
        assert_eq!(atrium::files::tidy(&world.app).await.unwrap(), 1);
        assert_eq!(objects(&world), objects_before + 1);

        let gone = as_manager(&his, json!({ "id": made["id"], "v": 3 }));
        marcus.ask(DELETE, gone.clone()).await.data("/deleteCompanyDocument/documentId");
        assert_eq!(marcus.ask(DELETE, gone).await.outcome(), "NOT_FOUND");
        assert_eq!(ana.ask(GET, as_employee(&hers, json!({ "id": made["id"] }))).await.outcome(), "NOT_FOUND");
        atrium::files::tidy(&world.app).await.unwrap();
        assert_eq!((stored_files(&world).await, objects(&world)), (before, objects_before));
    }

    async fn a_file_is_saved_under_its_name_and_never_opened_in_our_origin(world: World) {
        let marcus = world.acting("marcus").await;
        let his = marcus.standing(OUTFITTERS).await;
        let mut input = draft("Año nuevo", &pdf("x"));
        input["fileName"] = json!("año \"nuevo\".pdf");
        let made = marcus.ask(PUT, as_manager(&his, json!({ "i": input }))).await;
        let id = made.data("/putCompanyDocuments/id").as_str().unwrap().to_owned();
        let path = format!("/companies/{}/documents/{id}/file", his.company);
        for reader in ["marcus", "ana"] {
            let reply = world.acting(reader).await.get(&path).await;
            assert_eq!(reply.status, 200, "{reader}");
            let header = |name: &str| reply.headers[name].to_str().unwrap().to_owned();
            assert_eq!(header("content-disposition"),
                "attachment; filename=\"a_o _nuevo_.pdf\"; filename*=UTF-8''a%C3%B1o%20%22nuevo%22.pdf");
            assert_eq!(header("content-type"), "application/pdf");
            assert_eq!(header("x-content-type-options"), "nosniff");
            assert!(header("content-security-policy").contains("sandbox"));
            assert_eq!(header("cache-control"), "no-store");
            assert_eq!(reply.text.as_bytes(), pdf("x"));
        }
        assert_eq!(world.get(&path).await.status, 401);
        for stranger in ["hugo", "elena", "omar", "grace"] {
            assert_eq!(world.acting(stranger).await.get(&path).await.status, 404, "{stranger}");
        }
    }

    async fn a_document_that_has_not_begun_or_is_over_is_no_employees_business(world: World) {
        let (marcus, ana) = (world.acting("marcus").await, world.acting("ana").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, ana.standing(OUTFITTERS).await);
        let reply = marcus.ask(LIST, as_manager(&his, json!({}))).await;
        for row in reply.data("/listCompanyDocuments/results").as_array().unwrap() {
            let is_current = !["Summer schedule", "Benefits guide for next year"].contains(&row["documentName"].as_str().unwrap());
            let outcome = if is_current { "ok" } else { "NOT_FOUND" };
            assert_eq!(ana.ask(GET, as_employee(&hers, json!({ "id": row["id"] }))).await.outcome(), outcome, "{row}");
            let file = ana.get(&format!("/companies/{}/documents/{}/file", his.company, row["id"].as_str().unwrap())).await;
            assert_eq!(file.status, if is_current { 200 } else { 404 }, "{row}");
        }
    }

    async fn a_bad_document_is_refused_by_field_and_leaves_nothing_behind(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing(OUTFITTERS).await;
        let (before, objects_before) = (world.rows().await, objects(&world));
        let script = b"%PDF-1.4\n1 0 obj\n<< /S /JavaScript /JS (x) >>\nendobj\nstartxref\n9\n%%EOF\n";
        for (change, code, field) in [
            (json!({ "documentName": " " }), "NAME_MISSING", "documentName"),
            (json!({ "documentName": "x".repeat(121) }), "NAME_TOO_LONG", "documentName"),
            (json!({ "documentName": "EMPLOYEE Hándbook" }), "NAME_TAKEN", "documentName"),
            (json!({ "endDate": "2026-10-31" }), "END_BEFORE_START", "endDate"),
            (json!({ "startDate": "1899-12-31" }), "DATE_OUT_OF_RANGE", "startDate"),
            (json!({ "fileName": "notes.exe" }), "FILE_TYPE_NOT_ALLOWED", "fileName"),
            (json!({ "fileName": "notes.docx" }), "FILE_NOT_WHAT_IT_SAYS", "fileString"),
            (json!({ "fileName": null }), "FILE_NAME_MISSING", "fileName"),
            (json!({ "fileString": null }), "FILE_MISSING", "fileString"),
            (json!({ "fileString": "" }), "FILE_EMPTY", "fileString"),
            (json!({ "fileString": "not base64!" }), "FILE_NOT_BASE64", "fileString"),
            (json!({ "fileString": STANDARD.encode(script) }), "FILE_HAS_MACROS", "fileString"),
        ] {
            let mut input = draft("Fine", &pdf("x"));
            input.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            let reply = marcus.ask(PUT, as_manager(&at, json!({ "i": input }))).await;
            assert_eq!((reply.outcome(), reply.field()), (code, Some(field)), "{change}");
        }
        assert_eq!(world.rows().await, before);
        assert_eq!(objects(&world), objects_before, "no bytes stay behind");
    }

    async fn an_upload_may_be_large_only_where_it_is_one(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing(OUTFITTERS).await;
        let mut largest = pdf("large");
        largest.extend(std::iter::repeat_n(b'\n', 10_485_759 - largest.len()));
        let body = |bytes: &[u8]| json!({ "query": PUT, "variables": as_manager(&at, json!({ "i": draft("Large", bytes) })) }).to_string();
        let send = async |body: String, headers: &[(&str, &str)]| marcus.post("/graphql", body, headers).await;
        assert_eq!(send(body(&largest), &[]).await.status, 413, "without the header that says so");
        let made = send(body(&largest), &[("upload", "document")]).await;
        assert_eq!(made.data("/putCompanyDocuments/sizeBytes"), 10_485_759);
        largest.push(b'\n');
        let reply = send(body(&largest), &[("upload", "document")]).await;
        assert_eq!((reply.outcome(), reply.field()), ("FILE_TOO_LARGE", Some("fileString")));
        let other = json!({ "query": LIST, "variables": as_manager(&at, json!({ "n": "x".repeat(2_000_000) })) }).to_string();
        assert_eq!(send(other, &[("upload", "document")]).await.status, 413, "another operation");
        let nobody = world.nobody().post("/graphql", body(&pdf("x")), &[("upload", "document")]).await;
        assert_eq!(nobody.status, 401);
    }

    async fn who_saves_second_gets_the_conflict_with_the_current_state(world: World) {
        let (marcus, priya) = (world.acting("marcus").await, world.acting("priya").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, priya.standing(OUTFITTERS).await);
        let made = marcus.ask(PUT, as_manager(&his, json!({ "i": draft("Contested", &pdf("x")) }))).await;
        let id = made.data("/putCompanyDocuments/id").clone();
        let change = |name: &str| json!({ "i": { "id": id, "version": 1, "documentName": name,
            "startDate": "2026-11-01", "endDate": "2026-12-31", "showOnDashboard": true } });
        priya.ask(PUT, as_manager(&hers, change("Priya's"))).await.data("/putCompanyDocuments/id");
        let late = marcus.ask(PUT, as_manager(&his, change("Marcus's"))).await;
        assert_eq!(late.outcome(), "CONFLICT");
        let current = &late.body["errors"][0]["extensions"]["current"];
        assert_eq!((&current["documentName"], &current["version"]), (&json!("Priya's"), &json!(2)));
        let gone = as_manager(&his, json!({ "id": id, "v": 1 }));
        assert_eq!(marcus.ask(DELETE, gone).await.outcome(), "CONFLICT");
    }
}

//! The text of documents: read apart, found by those who may open them, quoted with title and page.

use super::{answer, ask, open};
use crate::world::{Actor, Standing, World, both};
use atrium::demo_world::page;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::json;

const PUT: &str = "mutation ($t: ID!, $c: ID!, $m: ID!, $i: CompanyDocumentInput!) {
    putCompanyDocuments(tenantId: $t, companyId: $c, managerId: $m, input: $i) { id version } }";

pub(super) async fn publish(manager: &Actor<'_>, at: &Standing, name: &str, file: &str, bytes: &[u8]) {
    let input = json!({ "documentName": name, "fileName": file, "fileString": STANDARD.encode(bytes),
        "startDate": "2026-11-01", "endDate": "2026-12-31", "showOnDashboard": false });
    let ids = json!({ "t": at.tenant, "c": at.company, "m": at.person, "i": input });
    manager.ask(PUT, ids).await.data("/putCompanyDocuments/id");
}

both! {
    async fn a_document_is_found_by_what_it_says_and_quoted_with_its_page(world: World) {
        open(&world).await;
        let read = atrium::documents::read_new(&world.app).await.unwrap();
        assert_eq!(read, world.count("SELECT count(*) FROM company_document").await);
        assert_eq!(atrium::documents::read_new(&world.app).await.unwrap(), 0);
        let ana = world.acting("ana").await;
        let reply = ask(&ana, "c", "is there a document about ladders and the first-aid kit").await;
        assert!(answer(&reply).contains("Store safety checklist, page 1: “"), "{}", reply.text);
        let source = &reply.body["sources"][0];
        assert_eq!((&source["title"], &source["page"]), (&json!("Store safety checklist"), &json!(1)));
        assert!(source["quote"].as_str().unwrap().contains("exits clear, ladders locked, first-aid kit complete"), "{source}");
        // It isn't legible in the database.
        let kept: Vec<(Vec<u8>,)> = world.app.db.all("SELECT content FROM document_text WHERE content IS NOT NULL", vec![]).await.unwrap();
        assert!(kept.len() as i64 == read && kept.iter().all(|(content,)| !String::from_utf8_lossy(content).contains("ladders")));
    }

    async fn a_document_is_found_only_by_those_who_may_open_it(world: World) {
        open(&world).await;
        let (marcus, priya) = (world.acting("marcus").await, world.acting("priya").await);
        let at = marcus.standing("Cedar Outfitters").await;
        let text = ["Zeppelins may be moored on the roof."];
        publish(&marcus, &at, "Roof rules", "roof.pdf", &page("Cedar", "Roof", &text)).await;
        atrium::documents::read_new(&world.app).await.unwrap();
        let question = "which document says where zeppelins may be moored";
        assert!(answer(&ask(&world.acting("ana").await, "a", question).await).contains("Zeppelins may be moored"));
        for who in ["elena", "hugo"] {
            let reply = ask(&world.acting(who).await, "b", question).await;
            assert!(!reply.text.contains("may be moored on"), "{who}: {}", reply.text);
        }
        drop(priya);
        // Ended yesterday: for managers only.
        world.change("UPDATE company_document SET start_date = '2026-11-01', end_date = '2026-11-10' WHERE document_name = 'Roof rules'", vec![]).await;
        let reply = ask(&world.acting("ana").await, "c", question).await;
        assert!(!reply.text.contains("may be moored on"), "{}", reply.text);
        // Deleted: its text goes with the file.
        let sql = "DELETE FROM company_document WHERE document_name = 'Roof rules'";
        world.change(sql, vec![]).await;
        let before = world.count("SELECT count(*) FROM document_text").await;
        let removed = world.app.clock.now();
        world.change("UPDATE stored_file SET removed_at = $1 WHERE file_name = 'roof.pdf'", db::params![removed]).await;
        atrium::files::tidy(&world.app).await.unwrap();
        assert_eq!(world.count("SELECT count(*) FROM document_text").await, before - 1);
    }

    async fn a_document_that_cannot_be_read_is_named_with_what_to_do(world: World) {
        open(&world).await;
        let (marcus, ana) = (world.acting("marcus").await, world.acting("ana").await);
        let at = marcus.standing("Cedar Outfitters").await;
        // A scan: a page without words.
        let scan = b"%PDF-1.4\n1 0 obj\n<< /Title (x) >>\nendobj\nstartxref\n9\n%%EOF\n";
        publish(&marcus, &at, "Forklift permit", "scan.pdf", scan).await;
        atrium::documents::read_new(&world.app).await.unwrap();
        assert_eq!(world.count("SELECT count(*) FROM document_text WHERE content IS NULL").await, 1);
        let named = ask(&ana, "a", "where is the forklift permit document").await;
        assert!(answer(&named).contains("Forklift permit\nI can’t read its text. Open it to see what it says."), "{}", named.text);
        assert_eq!(named.body["links"][0]["path"], "/more/documents");
        let other = ask(&ana, "b", "is there a document about submarine periscopes").await;
        assert!(answer(&other).contains("open them to check: Forklift permit."), "{}", other.text);
        // Spanish has its own words for it.
        let spanish = ask(&ana, "d", "¿dónde está el documento sobre forklift permit?").await;
        assert!(answer(&spanish).contains("No puedo leer su texto."), "{}", spanish.text);
    }
}

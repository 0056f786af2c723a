//! Documents.

use super::{Budget, keeps};
use crate::world::{World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[
    ("listCompanyDocuments", 2),
    // viewer, the document, its file, the key that opens it
    ("getCompanyDocument", 4),
    // viewer, key, the file, the document, outbox, the document again, the end of the audit trail, the commit's trip
    ("putCompanyDocuments", 8),
    ("deleteCompanyDocument", 8),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn documents_keep_their_budgets(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing("Cedar Outfitters").await;
        let file = "JVBERi0xLjQKMSAwIG9iago8PCA+PgplbmRvYmoKc3RhcnR4cmVmCjkKJSVFT0YK";
        let args = "tenantId: $t, companyId: $c, managerId: $m";
        let put = format!("mutation ($t: ID!, $c: ID!, $m: ID!, $i: CompanyDocumentInput!) {{ putCompanyDocuments({args}, input: $i) {{ id }} }}");
        let input = |name: &str| json!({ "documentName": name, "fileName": "x.pdf", "fileString": file,
            "startDate": "2026-11-16", "endDate": "2026-11-16", "showOnDashboard": false });
        let mut ids = json!({ "t": at.tenant, "c": at.company, "m": at.person, "i": input("One") });
        let id = marcus.ask(&put, ids.clone()).await.data("/putCompanyDocuments/id").clone();
        ids["i"] = input("Two");
        keeps(&marcus, BUDGETS, "putCompanyDocuments", &put, ids).await;
        let ids = json!({ "t": at.tenant, "c": at.company, "m": at.person, "id": id });
        let head = "($t: ID!, $c: ID!, $m: ID!, $id: ID!)";
        for (name, query) in [
            ("listCompanyDocuments", format!("query ($t: ID!, $c: ID!, $m: ID!) {{ listCompanyDocuments({args}, limit: 100) {{ results {{ id fileName updatedByName }} }} }}")),
            ("getCompanyDocument", format!("query {head} {{ getCompanyDocument({args}, documentId: $id) {{ fileString }} }}")),
            ("deleteCompanyDocument", format!("mutation {head} {{ deleteCompanyDocument({args}, documentId: $id) {{ documentId }} }}")),
        ] {
            keeps(&marcus, BUDGETS, name, &query, ids.clone()).await;
        }
    }
}

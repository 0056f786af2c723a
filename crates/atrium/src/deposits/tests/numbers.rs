//! Account numbers at rest: security.md D 34, and the directory of D 35.

use super::{CANARY, HARBOR, OUTFITTERS, Owner, account};
use crate::world::{World, both};
use atrium::access::bank_tenants;
use atrium::deposits::numbers_of;
use atrium::shared::id::DepositId;
use atrium::shared::keys::{Keys, Wrapping};
use atrium::tenant_keys::rewrap;
use serde_json::json;

type Sealed = (DepositId, Vec<u8>, Vec<u8>);

async fn sealed(world: &World, last_four: &str) -> Sealed {
    let sql = "SELECT id, sealed_number, number_hash FROM direct_deposit WHERE last_four = $1";
    world.app.db.one(sql, db::params![last_four]).await.unwrap()
}

/// An account's number, opened with the key of the tenant in this position.
async fn opened(world: &World, tenant: &str, id: DepositId, sealed: &[u8]) -> Option<String> {
    let scopes = bank_tenants(&world.app.db).await.unwrap();
    let scope = scopes.iter().find(|scope| scope.tenant().to_string() == tenant).unwrap();
    let mut tx = world.app.db.begin_write().await.unwrap();
    numbers_of(&world.app, &mut tx, scope).await.unwrap().open(id, sealed).ok()
}

both! {
    async fn d34_a_number_opens_only_in_its_own_row_and_with_its_tenants_key(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        ana.saved(json!([account(CANARY)])).await.data("/putEmployeeData/changeRequestId");
        let mut hugo = Owner::of(&world, "hugo", HARBOR).await;
        hugo.saved(json!([account("5550001")])).await.data("/putEmployeeData/changeRequestId");
        let (anas, hugos) = (sealed(&world, "4417").await, sealed(&world, "0001").await);
        assert_eq!(opened(&world, &ana.at.tenant, anas.0, &anas.1).await.as_deref(), Some(CANARY));
        assert_eq!(opened(&world, &ana.at.tenant, hugos.0, &anas.1).await, None, "swapped");
        assert_eq!(opened(&world, &hugo.at.tenant, anas.0, &anas.1).await, None, "another tenant");
        assert_eq!(opened(&world, &hugo.at.tenant, hugos.0, &hugos.1).await.as_deref(), Some("5550001"));
    }

    async fn d34_the_same_number_has_another_mark_in_another_tenant(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        ana.saved(json!([account(CANARY)])).await.data("/putEmployeeData/changeRequestId");
        let of_ana = sealed(&world, "4417").await;
        world.change("UPDATE direct_deposit SET last_four = 'ana' WHERE last_four = '4417'", vec![]).await;
        let mut hugo = Owner::of(&world, "hugo", HARBOR).await;
        hugo.saved(json!([account(CANARY)])).await.data("/putEmployeeData/changeRequestId");
        assert_ne!(of_ana.2, sealed(&world, "4417").await.2);
    }

    async fn d34_the_bank_key_is_replaced_while_numbers_stay_as_they_are(world: World) {
        let mut ana = Owner::of(&world, "ana", OUTFITTERS).await;
        ana.saved(json!([account(CANARY)])).await.data("/putEmployeeData/changeRequestId");
        let before = sealed(&world, "4417").await;
        let old = Keys::derive(&[7; 32]).bank;
        let mut app = world.app.clone();
        app.keys.bank = Wrapping::after(&[42; 32], &old);
        assert_eq!(rewrap(&app).await.unwrap(), 2, "both tenants");
        assert_eq!(rewrap(&app).await.unwrap(), 0, "once");
        // The new key alone opens everything, the old one nothing.
        app.keys.bank = Wrapping::new(&[42; 32]);
        let scopes = bank_tenants(&app.db).await.unwrap();
        let scope = scopes.iter().find(|scope| scope.tenant().to_string() == ana.at.tenant).unwrap();
        let mut tx = app.db.begin_write().await.unwrap();
        let numbers = numbers_of(&app, &mut tx, scope).await.unwrap();
        assert_eq!(numbers.open(before.0, &before.1).unwrap(), CANARY);
        assert_eq!(numbers.mark(CANARY), before.2, "duplicates are still found");
        drop(tx);
        app.keys.bank = old;
        let mut tx = app.db.begin_write().await.unwrap();
        assert!(numbers_of(&app, &mut tx, scope).await.is_err());
    }
}

#[test]
fn d35_the_operators_directory_replaces_ours_and_a_bad_one_is_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("banks.csv");
    let load = |text: &str| {
        std::fs::write(&path, text).unwrap();
        let setting = [("routing_directory", path.display().to_string())];
        atrium::config::Settings::load(None, [], &setting)
    };
    let ours = load("011000015,Made Here,Boston,MA\n").unwrap().routing_directory.unwrap();
    assert_eq!(ours.find("011000015").unwrap().name, "Made Here");
    assert!(ours.find("920100378").is_none());
    let error = load("011000015,Made Here,Boston,MA\n123456789,No,Such,Sum\n").err().unwrap().0;
    assert!(error.contains("routing_directory") && error.contains("line 2"), "{error}");
}

//! Groups: roles that can be held in the whole tenant.

use super::{Directory, GROUP, refusal, with};
use crate::world::{World, both};
use serde_json::{Value, json};

fn sales(members: Value) -> Value {
    json!({ "schemas": [GROUP], "displayName": "Sales tools", "externalId": "G-1", "members": members })
}

async fn named(directory: &Directory<'_>, name: &str) -> String {
    directory.found("Groups", &format!("displayName eq \"{name}\"")).await.remove(0)
}

both! {
    async fn a_directory_keeps_who_holds_a_role(world: World) {
        let directory = Directory::of(&world, &["scim"]).await;
        let (ana, marcus) = (world.person("ana").await.to_string(), world.person("marcus").await.to_string());
        let added = directory.send("POST", "/Groups", sales(json!([{ "value": ana }]))).await;
        assert_eq!(added.status, 201, "{}", added.text);
        let path = format!("/Groups/{}", added.body["id"].as_str().unwrap());
        let user = directory.get(&format!("/Users/{ana}")).await.body;
        let as_sent = json!([{ "value": ana, "type": "User", "$ref": user["meta"]["location"] }]);
        assert_eq!(added.body["members"], as_sent, "nothing that a directory doesn't send");
        let asked = directory.get(&format!("{path}?attributes=members.display")).await.body;
        assert_eq!(asked["members"][0]["display"], "ana");
        assert_eq!(directory.get(&path).await.body, added.body);
        assert!(user["groups"].as_array().unwrap().iter().any(|group| group["display"] == "Sales tools"));
        let both = directory.patch(&path, json!([{ "op": "add", "path": "members", "value": [{ "value": marcus }] }])).await;
        assert_eq!(both.body["members"].as_array().unwrap().len(), 2, "{}", both.text);
        assert_eq!(directory.found("Groups", &format!("members.value eq \"{marcus}\"")).await.len(), 1 + others(&world, "marcus").await);
        let one = directory.patch(&path, json!([{ "op": "remove", "path": format!("members[value eq \"{ana}\"]") }])).await;
        assert_eq!(one.body["members"][0]["value"], marcus, "{}", one.text);
        let renamed = directory.send("PUT", &path, with(sales(json!([{ "value": ana }])), "displayName", json!("Sales"))).await;
        assert_eq!((&renamed.body["displayName"], &renamed.body["members"][0]["value"]), (&json!("Sales"), &json!(ana)), "{}", renamed.text);
        let events = "SELECT count(*) FROM audit_event
            WHERE action IN ('role.add', 'role.give', 'role.end', 'role.edit') AND actor_name = 'machine:Directory'";
        assert_eq!(world.count(events).await, 7);
        assert_eq!(directory.send("DELETE", &path, Value::Null).await.status, 204);
        assert_eq!(refusal(&directory.get(&path).await), (404, ""));
        let without = directory.get("/Groups?excludedAttributes=members").await.body;
        assert!(without["Resources"].as_array().unwrap().iter().all(|group| group.get("members").is_none()));
    }

    async fn a_role_that_looks_after_others_needs_a_right_of_its_own(world: World) {
        let directory = Directory::of(&world, &["scim"]).await;
        let path = format!("/Groups/{}", named(&directory, "Administrator").await);
        let marcus = world.person("marcus").await.to_string();
        let add = json!([{ "op": "add", "path": "members", "value": [{ "value": marcus }] }]);
        assert_eq!(refusal(&directory.patch(&path, add.clone()).await), (403, ""));
        assert_eq!(refusal(&directory.patch(&path, json!([{ "op": "remove", "path": "members" }])).await), (403, ""));
        assert_eq!(refusal(&directory.send("DELETE", &path, Value::Null).await), (403, ""));
        let wide = world.add_machine("grace", "Wide", &["scim", "scim.admin"]).await;
        let wide = Directory { world: &world, token: world.machine_token(&wide).await };
        assert_eq!(wide.patch(&path, add).await.status, 200);
        let emptied = wide.patch(&path, json!([{ "op": "remove", "path": "members" }])).await;
        assert_eq!(refusal(&emptied), (409, ""), "the last administrator stays: {}", emptied.text);
        assert!(!wide.get(&path).await.body["members"].as_array().unwrap().is_empty());
        let renamed = wide.patch(&path, json!([{ "op": "replace", "path": "displayName", "value": "Root" }])).await;
        assert_eq!(refusal(&renamed), (400, "mutability"), "a role of ours: {}", renamed.text);
    }

    /// An administrator who adds a directory has its token, and could join any group.
    async fn only_roles_for_ones_own_things_are_given_without_a_right_of_its_own(world: World) {
        let directory = Directory::of(&world, &["scim"]).await;
        let grace = world.person("grace").await.to_string();
        let add = json!([{ "op": "add", "path": "members", "value": [{ "value": grace }] }]);
        let held = "SELECT count(*) FROM role_assignment a JOIN person p ON p.id = a.person_id WHERE p.username = 'grace'";
        let before = world.count(held).await;
        let opens = format!("/Groups/{}", named(&directory, "Complete Evolution Access").await);
        assert_eq!(refusal(&directory.patch(&opens, add.clone()).await), (403, ""));
        let added = directory.send("POST", "/Groups", sales(json!([]))).await;
        let path = format!("/Groups/{}", added.body["id"].as_str().unwrap());
        for (permissions, applications) in [("manager.write", ""), ("hr:desk", ""), ("employee", "PAY")] {
            let edit = "UPDATE role SET permissions = $1, applications = $2 WHERE name = 'Sales tools'";
            world.change(edit, db::params![permissions, applications]).await;
            assert_eq!(refusal(&directory.patch(&path, add.clone()).await), (403, ""), "{permissions} {applications}");
        }
        assert_eq!(world.count(held).await, before);
        let own = "UPDATE role SET permissions = 'employee employee:pay identity:user:self', applications = '' WHERE name = 'Sales tools'";
        world.change(own, vec![]).await;
        assert_eq!(directory.patch(&path, add.clone()).await.status, 200);
        assert_eq!(world.count(held).await, before + 1);
        let wide = world.add_machine("grace", "Wide", &["scim", "scim.admin"]).await;
        let wide = Directory { world: &world, token: world.machine_token(&wide).await };
        assert_eq!(wide.patch(&opens, add).await.status, 200);
    }

    async fn bad_groups_are_refused_and_change_nothing(world: World) {
        let directory = Directory::of(&world, &["scim"]).await;
        assert_eq!(directory.send("POST", "/Groups", sales(json!([]))).await.status, 201);
        let before = world.rows().await.get("role").cloned();
        let (hugo, missing) = (world.person("hugo").await.to_string(), "00000000-0000-7000-8000-000000000000");
        let other = || with(with(sales(json!([])), "displayName", json!("Other")), "externalId", Value::Null);
        for (name, value, expected) in [
            ("displayName", json!("SALES TOOLS"), (409, "uniqueness")),
            ("displayName", json!("Employee"), (409, "uniqueness")),
            ("displayName", json!(" "), (400, "invalidValue")),
            ("displayName", json!("x".repeat(121)), (400, "invalidValue")),
            ("externalId", json!("G-1"), (409, "uniqueness")),
            ("members", json!([{ "value": hugo }]), (400, "invalidValue")),
            ("members", json!([{ "value": missing }]), (400, "invalidValue")),
            ("members", json!([{ "value": "x" }]), (400, "invalidValue")),
            ("members", json!("x"), (400, "invalidValue")),
            ("schemas", json!(["x"]), (400, "invalidValue")),
        ] {
            let reply = directory.send("POST", "/Groups", with(other(), name, value.clone())).await;
            assert_eq!(refusal(&reply), expected, "{name} {value}: {}", reply.text);
        }
        assert_eq!(world.rows().await.get("role").cloned(), before);
        assert!(directory.found("Groups", "displayName eq \"Employee\"").await.is_empty(), "a company's role isn't a group");
    }
}

/// How many roles someone holds in the whole tenant besides.
async fn others(world: &World, username: &'static str) -> usize {
    let sql = "SELECT count(*) FROM role_assignment a JOIN person p ON p.id = a.person_id JOIN role r ON r.id = a.role_id
        WHERE p.username = $1 AND a.company_id IS NULL AND r.applies <> 'company' AND r.name <> 'Sales tools'";
    let (count,): (i64,) = world.app.db.one(sql, db::params![username]).await.unwrap();
    usize::try_from(count).unwrap()
}

//! Machine clients of a world, added as an operator does, and their tokens.

use super::{Browser, Reply, World};
use atrium::access;
use atrium::factors::Proven;
use atrium::machines::{self, AddedMachine, MachineDraft, Machines};
use atrium::shared::id::TenantId;
use atrium::work::{Author, Work};

/// What its program was given.
#[derive(Clone, Debug)]
pub struct NewMachine {
    pub client_id: String,
    pub secret: String,
}

impl World {
    /// In the tenant of this person.
    pub async fn add_machine(&self, of: &str, name: &str, scopes: &[&str]) -> NewMachine {
        let person = self.person(of).await;
        let tenant = "SELECT tenant_id FROM person WHERE id = $1";
        let (tenant,): (TenantId,) = self.app.db.one(tenant, db::params![person]).await.unwrap();
        let operator = access::operator(tenant);
        let scope = access::whole(&access::at_terminal::<Machines>(&operator)).unwrap();
        let author = Author { tenant, person: None, address: String::new() };
        let mut work = Work::begin(&self.app, &self.app.db, author).await.unwrap();
        let draft = MachineDraft {
            name: name.to_owned(),
            scopes: scopes.iter().map(|scope| (*scope).to_owned()).collect(),
            auth: "secret".to_owned(),
            ..MachineDraft::default()
        };
        let checked = machines::check(work.tx(), &scope, None, draft).await.unwrap();
        let added = Proven::by_operator(&operator, AddedMachine { checked });
        let saved = machines::add(&self.app, &mut work, &scope, added).await.unwrap();
        work.commit().await.unwrap();
        NewMachine { client_id: saved.row.client_id, secret: saved.secret.unwrap() }
    }

    /// What the token endpoint answers it.
    pub async fn ask_for_token(&self, machine: &NewMachine, more: &str) -> Reply {
        let (id, secret) = (&machine.client_id, &machine.secret);
        let form = format!("grant_type=client_credentials&client_id={id}&client_secret={secret}{more}");
        Browser::at(self, "127.0.0.1").token(form).await
    }

    pub async fn machine_token(&self, machine: &NewMachine) -> String {
        let reply = self.ask_for_token(machine, "").await;
        reply.body["access_token"].as_str().unwrap_or_else(|| panic!("{}", reply.text)).to_owned()
    }
}

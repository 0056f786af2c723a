//! Machine clients: programs that work by themselves, for one tenant and with a few rights. Their tokens are no one's:
//! they make no [`Viewer`](super::Viewer), so they open no page of a person and no GraphQL, and a viewer makes no
//! [`MachineScope`].

use super::store;
use crate::shared::id::{MachineId, TenantId};
use crate::shared::machine_right::MachineRight;
use crate::shared::problem::Problem;
use db::Db;
use std::collections::BTreeSet;
use std::marker::PhantomData;
use uuid::Uuid;

/// The machine making a request, read from the database for each one: a right taken away is gone at once.
#[derive(Clone, Debug)]
pub struct MachineCaller {
    machine: MachineId,
    tenant: TenantId,
    name: String,
    rights: BTreeSet<String>,
    requests_per_minute: u32,
    is_in_maintenance: bool,
}

/// What a machine may do with a right it has.
pub struct MachineScope<R> {
    tenant: TenantId,
    machine: MachineId,
    name: String,
    has_admin: bool,
    of: PhantomData<fn() -> R>,
}

impl<R> MachineScope<R> {
    pub fn tenant(&self) -> TenantId {
        self.tenant
    }

    pub fn machine(&self) -> MachineId {
        self.machine
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it may also give and take roles that administer.
    pub fn has_admin(&self) -> bool {
        self.has_admin
    }
}

impl MachineCaller {
    /// None if it was revoked, its credential was replaced, or its tenant is gone. Its rights are those of the token it
    /// brings, as far as it still has them.
    pub async fn load(
        db: &Db,
        machine: MachineId,
        credential: Uuid,
        scopes: &[String],
    ) -> db::Result<Option<MachineCaller>> {
        let found = store::machine(db, machine, credential).await?;
        Ok(found.map(|row| MachineCaller {
            machine,
            tenant: row.tenant_id,
            name: row.name,
            rights: row
                .scopes
                .split_whitespace()
                .filter(|right| scopes.iter().any(|scope| scope == right))
                .map(str::to_owned)
                .collect(),
            requests_per_minute: u32::try_from(row.requests_per_minute).unwrap_or(1),
            is_in_maintenance: row.is_in_maintenance,
        }))
    }

    pub fn machine(&self) -> MachineId {
        self.machine
    }

    pub fn tenant(&self) -> TenantId {
        self.tenant
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// How the audit trail names it.
    pub fn actor(&self) -> String {
        machine_actor(&self.name)
    }

    pub fn requests_per_minute(&self) -> u32 {
        self.requests_per_minute
    }

    fn has<R: MachineRight>(&self) -> bool {
        self.rights.contains(R::NAME)
    }
}

/// How the audit trail names a machine. No operator's name begins like this.
pub fn machine_actor(name: &str) -> String {
    format!("machine:{name}")
}

/// `Forbidden` without the right; during maintenance, machines wait.
pub fn machine<R: MachineRight>(caller: &MachineCaller) -> Result<MachineScope<R>, Problem> {
    if !caller.has::<R>() {
        return Err(Problem::Forbidden);
    }
    if caller.is_in_maintenance {
        return Err(Problem::Maintenance);
    }
    Ok(MachineScope {
        tenant: caller.tenant,
        machine: caller.machine,
        name: caller.name.clone(),
        has_admin: caller.has::<crate::shared::machine_right::ScimAdmin>(),
        of: PhantomData,
    })
}

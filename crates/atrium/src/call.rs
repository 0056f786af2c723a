//! One call to the API: who is asking, and the single transaction for everything it changes. Nothing touches the
//! database before a resolver asks for it, so a call refused for its shape costs no statement.

use crate::access::{
    self, ApproverScope, At, BankScope, CompanyScope, ForMembers, InArea, Managed, Need, Viewer, Write, area,
};
use crate::app::App;
use crate::bearer::Bearer;
use crate::factors::{NeedsProof, Proven, Whom, step_up};
use crate::files::{self, FileKey, Files};
use crate::identity::Identity;
use crate::shared::audit::Event;
use crate::shared::id::{CompanyId, EmployeeId, PersonId};
use crate::shared::problem::{FrameCode, Problem};
use crate::shared::refusal::SharedRefusal;
use crate::shared::{day::Day, idempotency, page::Cursors};
use crate::work::{Author, Work, record_repeated_refusal};
use async_graphql::{Context, ID};
use db::Db;
use jiff::Timestamp;
use serde_json::{Value, json};
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::{MappedMutexGuard, Mutex, MutexGuard, OnceCell};
use uuid::Uuid;

/// What a call is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Intent {
    Read,
    Change,
}

pub struct Call {
    pub app: App,
    /// The database with a statement counter of this call's own.
    pub db: Db,
    pub identity: Identity,
    pub address: String,
    /// Whether the request asks for one thing only.
    pub is_alone: bool,
    /// Whether it was counted among its person's requests.
    pub is_counted: bool,
    bearer: Option<Bearer>,
    idempotency: Option<idempotency::Key>,
    /// The challenge that was answered for this very call, if the client says so.
    step_up: Option<Uuid>,
    viewer: OnceCell<Arc<Viewer>>,
    /// What several cards of a manager's home ask for, by company.
    read: Mutex<Vec<(CompanyId, Box<dyn Any + Send>)>>,
    work: Mutex<Option<Work>>,
    answered_before: Mutex<Option<String>>,
    prints: AtomicUsize,
}

/// A PDF costs as much as a hundred other answers; a list of them would keep every printer busy.
const MAX_PRINTS: usize = 4;

impl Call {
    pub fn new(
        app: App,
        identity: Identity,
        address: String,
        bearer: Option<Bearer>,
        idempotency: Option<idempotency::Key>,
        step_up: Option<Uuid>,
    ) -> Call {
        let db = app.db.counted();
        let (viewer, work, answered_before) = (OnceCell::new(), Mutex::new(None), Mutex::new(None));
        Call {
            app,
            db,
            identity,
            address,
            is_alone: true,
            is_counted: false,
            bearer,
            idempotency,
            step_up,
            viewer,
            read: Mutex::new(vec![]),
            work,
            answered_before,
            prints: AtomicUsize::new(0),
        }
    }

    /// Asked before each PDF that a call wants.
    pub fn may_print(&self) -> Result<(), Problem> {
        if self.prints.fetch_add(1, Ordering::Relaxed) < MAX_PRINTS {
            return Ok(());
        }
        Err(SharedRefusal::TooManyPdfs.into())
    }

    /// The call a resolver belongs to.
    pub fn of<'a>(context: &Context<'a>) -> &'a Call {
        context.data_unchecked::<Arc<Call>>()
    }

    /// Who is asking, read once per call. A person disabled a moment ago is no one.
    pub async fn viewer(&self) -> Result<&Viewer, Problem> {
        let load = || async {
            let bearer = self.bearer.as_ref().ok_or(Problem::Unauthenticated)?;
            if !self.is_counted {
                self.app.paces.step(bearer.person.0).map_err(|wait| Problem::TooMany { wait })?;
            }
            Viewer::load(&self.db, &self.app.clock, bearer.person)
                .await?
                .map(Arc::new)
                .ok_or(Problem::Unauthenticated)
        };
        self.viewer.get_or_try_init(load).await.map(|viewer| &**viewer)
    }

    /// Whose time the viewer decides on in a company.
    pub async fn approver<F: Managed + InArea<area::TimeOff>, N: Need>(
        &self,
        company: &CompanyScope<F, N>,
    ) -> Result<ApproverScope<F, N>, Problem> {
        let today = self.today(&company.time_zone());
        let deputies = self.once(company.company(), access::deputies(&self.db, company, today)).await?;
        Ok(access::approver_with(company, deputies))
    }

    /// What `read` finds, read once a call and company however many ask for it.
    pub async fn once<T: Clone + Send + 'static>(
        &self,
        company: CompanyId,
        read: impl Future<Output = Result<T, Problem>>,
    ) -> Result<T, Problem> {
        let mut known = self.read.lock().await;
        let of_company = known.iter().filter(|(of, _)| *of == company);
        if let Some(found) = of_company.filter_map(|(_, found)| found.downcast_ref::<T>()).next() {
            return Ok(found.clone());
        }
        let found = read.await?;
        known.push((company, Box::new(found.clone())));
        Ok(found)
    }

    /// A company, for people who belong to it. The IDs a client adds to every call only narrow: someone else's employee or
    /// manager id finds nothing.
    pub async fn company<F: ForMembers>(
        &self,
        tenant_id: &ID,
        company_id: &ID,
        employee_id: Option<&ID>,
        manager_id: Option<&ID>,
    ) -> Result<CompanyScope<F>, Problem> {
        let employee = employee_id.map(EmployeeId::from_wire).transpose()?;
        let manager = manager_id.map(PersonId::from_wire).transpose()?;
        access::company_as(self.viewer().await?, At::from_wire(tenant_id, company_id)?, employee, manager)
    }

    /// As `company`, for what needs no scope.
    pub async fn belongs(
        &self,
        tenant_id: &ID,
        company_id: &ID,
        employee_id: Option<&ID>,
        manager_id: Option<&ID>,
    ) -> Result<(), Problem> {
        let employee = employee_id.map(EmployeeId::from_wire).transpose()?;
        let manager = manager_id.map(PersonId::from_wire).transpose()?;
        access::belongs(self.viewer().await?, At::from_wire(tenant_id, company_id)?, employee, manager)
    }

    /// Every refused change is written down, and every read that reached for what is not the viewer's; repetitions are counted.
    pub async fn record_refusal(&self, intent: Intent, operations: &Value, code: &str) -> db::Result<()> {
        use FrameCode::{Forbidden, Internal, InvalidQuery, Maintenance, NotFound, Timeout, Unavailable};
        let is_one_of = |codes: &[FrameCode]| codes.iter().any(|one| one.code() == code);
        let is_reach = is_one_of(&[Forbidden, NotFound]);
        let is_ours = !is_one_of(&[InvalidQuery, Maintenance, Unavailable, Timeout, Internal]);
        let is_kept = is_reach || (intent == Intent::Change && is_ours);
        let Some(viewer) = self.known_viewer().filter(|_| is_kept) else { return Ok(()) };
        let event = Event {
            action: if intent == Intent::Change { "change.refused" } else { "read.refused" },
            subject_kind: "operation",
            subject_id: None,
            result: code.to_owned(),
            detail: json!({ "operations": operations }),
        };
        record_repeated_refusal(&self.app, &self.db, self.author(viewer), viewer.person.0, event).await
    }

    pub fn known_viewer(&self) -> Option<&Viewer> {
        self.viewer.get().map(|viewer| &**viewer)
    }

    pub fn author(&self, viewer: &Viewer) -> Author {
        Author { tenant: viewer.tenant, person: Some(viewer.person), address: self.address.clone() }
    }

    /// The session the token belongs to.
    pub fn session(&self) -> Result<Uuid, Problem> {
        self.bearer.as_ref().map(|bearer| bearer.session).ok_or(Problem::Unauthenticated)
    }

    /// The client the token was given to.
    pub fn client_id(&self) -> Result<&str, Problem> {
        self.bearer.as_ref().map(|bearer| bearer.client_id.as_str()).ok_or(Problem::Unauthenticated)
    }

    pub async fn whom(&self) -> Result<Whom, Problem> {
        let viewer = self.viewer().await?;
        Ok(Whom { tenant: viewer.tenant, person: viewer.person, session: Some(self.session()?) })
    }

    /// A change that was refused, once the audit trail has heard of it: what to answer.
    pub async fn refused(&self, operation: &str, found: Problem) -> Problem {
        self.roll_back().await;
        match self.record_refusal(Intent::Change, &json!([operation]), found.code()).await {
            Ok(()) => found,
            Err(error) => error.into(),
        }
    }

    /// Demands that someone has just proved a factor for this very change, if it needs one. Ask before anything is written;
    /// the proof is used up together with the change.
    pub async fn prove<C: NeedsProof>(&self, change: C) -> Result<Proven<C>, Problem> {
        let mut change = match Proven::unneeded(change) {
            Ok(unneeded) => return Ok(unneeded),
            Err(change) => change,
        };
        let whom = self.whom().await?;
        if self.step_up.is_some() || self.idempotency.is_some() {
            // A request that was answered before gets the same answer, whether or not its proof is still good.
            let mut work = self.work().await?;
            let now = work.now();
            if let Some(id) = self.step_up {
                match Proven::by_challenge(&self.app, work.tx(), (id, whom), change, now).await? {
                    Ok(proven) => return Ok(proven),
                    Err(unproven) => change = unproven,
                }
            }
        }
        self.roll_back().await;
        let bound = step_up::bound(&self.app, &change)?;
        Err(Box::pin(step_up::ask(&self.app, &self.identity.passkeys, whom, bound)).await?)
    }

    /// Whether the client says that a factor was proved for this call. Until then, a change that is going to be refused is
    /// refused before anyone is asked for one; with a proof, the change itself checks.
    pub fn brings_proof(&self) -> bool {
        self.step_up.is_some()
    }

    /// The writing transaction of this call. Ask for it after the access check: an answer given before is repeated
    /// only to someone who may still make the request.
    pub async fn work(&self) -> Result<MappedMutexGuard<'_, Work>, Problem> {
        let mut work = self.work.lock().await;
        if work.is_none() {
            let author = self.author(self.viewer().await?);
            let mut begun = Work::begin(&self.app, &self.db, author).await?;
            if let Some(key) = &self.idempotency
                && let idempotency::Claim::AnsweredBefore(answer) = begun.claim(key).await?
            {
                *self.answered_before.lock().await = Some(answer);
                return Err(Problem::AnsweredBefore);
            }
            *work = Some(begun);
        }
        MutexGuard::try_map(work, Option::as_mut).map_err(|_| Problem::Internal("the work is gone".into()))
    }

    /// What the files of a scope's tenant are sealed with. A key that is made now is made in this call's own transaction: it may
    /// already hold the only writer there is.
    pub async fn file_key(&self, scope: impl Into<CompanyScope<Files, Write>>) -> Result<FileKey, Problem> {
        let scope = BankScope::from(&scope.into());
        if let Some(key) = files::known_key(&self.app, &self.db, &scope).await? {
            return Ok(key);
        }
        let mut work = self.work().await?;
        files::key_within(&self.app, work.tx(), &scope).await
    }

    pub async fn answered_before(&self) -> Option<String> {
        self.answered_before.lock().await.take()
    }

    /// Commits what was written, and the answer with it. A client that hangs up now doesn't stop it halfway: it can
    /// ask again with the same key and gets the answer.
    pub async fn commit(&self, answer: &str) -> Result<(), Problem> {
        let Some(mut work) = self.work.lock().await.take() else { return Ok(()) };
        if let Some(key) = &self.idempotency {
            work.answer(key, answer);
        }
        let committing = tokio::spawn(work.commit());
        Ok(committing.await.map_err(|error| Problem::Internal(error.to_string()))??)
    }

    /// Commits before the answer is made, for a change whose answer reads what is then in the database. A repeated
    /// request finds no answer kept, and makes it anew from what there is: see [`Call::was_done_before`].
    pub async fn commit_before_answer(&self) -> Result<(), Problem> {
        if !self.is_alone {
            // Another part of the request may still be refused, and then none of it must have happened.
            return Err(SharedRefusal::OneChange.into());
        }
        self.commit("").await
    }

    /// Whether this very request has made its change before, and only its answer is wanted again.
    pub async fn was_done_before(&self) -> bool {
        let mut before = self.answered_before.lock().await;
        before.take_if(|answer| answer.is_empty()).is_some()
    }

    pub async fn roll_back(&self) {
        self.work.lock().await.take();
    }

    pub fn today(&self, time_zone: &str) -> Day {
        self.app.clock.today(time_zone)
    }

    /// Now on the business day: what a clock on the wall shows.
    pub fn moment(&self, time_zone: &str) -> Timestamp {
        self.app.clock.moment(time_zone)
    }

    /// When a clock on the wall showed this moment of the machine's.
    pub fn moment_of(&self, at: Timestamp, time_zone: &str) -> Timestamp {
        self.app.clock.moment_of(at, time_zone)
    }

    pub fn cursors(&self, list: String) -> Cursors<'_> {
        Cursors::new(&self.app.keys.cursor, list)
    }
}

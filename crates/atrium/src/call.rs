//! One call to the API: who is asking, and the one transaction in which everything it changes is written. Nothing
//! touches the database before a resolver asks for it, so that a call refused for its shape costs no statement.

use crate::access::Viewer;
use crate::app::App;
use crate::shared::id::PersonId;
use crate::shared::problem::Problem;
use crate::shared::{day::Day, idempotency, page::Cursors};
use crate::work::{Author, Work};
use async_graphql::Context;
use db::Db;
use std::sync::Arc;
use tokio::sync::{MappedMutexGuard, Mutex, MutexGuard, OnceCell};

pub struct Call {
    pub app: App,
    /// The database with a statement counter of this call's own.
    pub db: Db,
    pub address: String,
    bearer: Option<PersonId>,
    idempotency: Option<idempotency::Key>,
    viewer: OnceCell<Arc<Viewer>>,
    work: Mutex<Option<Work>>,
    answered_before: Mutex<Option<String>>,
}

impl Call {
    pub fn new(
        app: App,
        address: String,
        bearer: Option<PersonId>,
        idempotency: Option<idempotency::Key>,
    ) -> Call {
        let db = app.db.counted();
        let (viewer, work, answered_before) = (OnceCell::new(), Mutex::new(None), Mutex::new(None));
        Call { app, db, address, bearer, idempotency, viewer, work, answered_before }
    }

    /// The call a resolver belongs to.
    pub fn of<'a>(context: &Context<'a>) -> &'a Call {
        context.data_unchecked::<Arc<Call>>()
    }

    /// Who is asking, read once a call; a person disabled a moment ago is nobody.
    pub async fn viewer(&self) -> Result<&Viewer, Problem> {
        let load = || async {
            let person = self.bearer.ok_or(Problem::Unauthenticated)?;
            Viewer::load(&self.db, person).await?.map(Arc::new).ok_or(Problem::Unauthenticated)
        };
        self.viewer.get_or_try_init(load).await.map(|viewer| &**viewer)
    }

    pub fn known_viewer(&self) -> Option<&Viewer> {
        self.viewer.get().map(|viewer| &**viewer)
    }

    pub fn author(&self, viewer: &Viewer) -> Author {
        Author { tenant: viewer.tenant, person: Some(viewer.person), address: self.address.clone() }
    }

    /// The writing transaction of this call. Ask for it after the access check: an answer given before is repeated
    /// only to somebody who may still make the request.
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

    pub async fn answered_before(&self) -> Option<String> {
        self.answered_before.lock().await.take()
    }

    /// Commits what was written, and the answer with it. A client that hangs up now does not stop it half-way: it can
    /// ask again with the same key and gets the answer.
    pub async fn commit(&self, answer: &str) -> Result<(), Problem> {
        let Some(mut work) = self.work.lock().await.take() else { return Ok(()) };
        let (key, answer) = (self.idempotency.clone(), answer.to_owned());
        let committing = tokio::spawn(async move {
            if let Some(key) = &key {
                work.answer(key, &answer).await?;
            }
            work.commit().await
        });
        Ok(committing.await.map_err(|error| Problem::Internal(error.to_string()))??)
    }

    pub async fn roll_back(&self) {
        self.work.lock().await.take();
    }

    pub fn today(&self, time_zone: &str) -> Day {
        self.app.clock.today(time_zone)
    }

    pub fn cursors(&self, list: String) -> Cursors<'_> {
        Cursors::new(&self.app.keys.cursor, list)
    }
}

//! Imports and mappings on the wire, for the console. A mapping travels as the JSON of its file.

use super::UndoneImport;
use super::wire::{
    AsideOnWire, CompanyOnWire, EffectKind, EffectOnWire, EffectPage, FileOnWire, ImportChoices,
    ImportColumn, ImportDetails, ImportKind, ImportMappingPage, ImportPreview, JobOnWire, JobPage,
    MappingOnWire,
};
use crate::access::{self, ImportRight, ImportScope};
use crate::call::Call;
use crate::files;
use crate::import::ImportKinds;
use crate::mappings::{self, CellType, Mapping, MappingRefusal, cell_type, target_kinds};
use crate::shared::id::{CompanyId, TenantId};
use crate::shared::problem::Problem;
use async_graphql::{Context, ID, Object};
use uuid::Uuid;

/// What the frame hands the resolvers: the kinds of files of all features.
#[derive(Clone, Copy)]
pub struct KindsInUse(pub &'static ImportKinds);

fn kinds(context: &Context<'_>) -> &'static ImportKinds {
    context.data_unchecked::<KindsInUse>().0
}

async fn importing(call: &Call, tenant_id: &ID) -> Result<ImportScope, Problem> {
    access::importing(call.viewer().await?, TenantId::from_wire(tenant_id)?)
}

fn id(wire: &ID) -> Result<Uuid, Problem> {
    Uuid::try_parse(wire).map_err(|_| Problem::NotFound)
}

fn parsed(definition: &str) -> Result<Mapping, Problem> {
    mappings::parse(definition).map_err(|_| MappingRefusal::Unfit.into())
}

#[derive(Default)]
pub struct ImportQuery;

#[Object]
impl ImportQuery {
    /// Imports made in the console, newest first.
    async fn list_imports(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<JobPage, Problem> {
        let call = Call::of(context);
        let scope = importing(call, &tenant_id).await?;
        let cursors = call.cursors(format!("imports of {}", scope.tenant()));
        let page = super::list(&call.db, &scope, cursors, (limit, cursor.as_deref())).await?;
        let page = page.map(|row| JobOnWire::new(call, &scope, row));
        Ok(JobPage { results: page.results.into(), links: page.links })
    }

    async fn import_details(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        import_id: ID,
    ) -> Result<ImportDetails, Problem> {
        let call = Call::of(context);
        let scope = importing(call, &tenant_id).await?;
        let job = super::find(&call.db, &scope, id(&import_id)?).await?;
        let files = super::files(&call.db, &scope, &job).await?;
        let files = files.into_iter().map(FileOnWire::from).collect();
        let asides = super::asides(&call.db, &scope, &job).await?;
        let asides = asides.into_iter().map(AsideOnWire::from).collect();
        Ok(ImportDetails { import: JobOnWire::new(call, &scope, job), files, asides })
    }

    /// What the last dry run found, in order.
    #[expect(clippy::too_many_arguments, reason = "each is an argument of the query")]
    async fn list_import_effects(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        import_id: ID,
        effect: Option<EffectKind>,
        search: Option<String>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<EffectPage, Problem> {
        let call = Call::of(context);
        let scope = importing(call, &tenant_id).await?;
        let (job, effect) = (id(&import_id)?, effect.map(EffectKind::as_str));
        let search = search.unwrap_or_default();
        let cursors = call.cursors(format!("effects of {job} of {effect:?} with {search:?}"));
        let asked = (limit, cursor.as_deref());
        let page = super::effects(&call.db, &scope, (job, effect), &search, cursors, asked).await?;
        let page = page.map(EffectOnWire::from);
        Ok(EffectPage { results: page.results.into(), links: page.links })
    }

    /// The kinds of files the viewer can import, and the mappings that come with the program.
    async fn import_choices(&self, context: &Context<'_>, tenant_id: ID) -> Result<ImportChoices, Problem> {
        let call = Call::of(context);
        let scope = importing(call, &tenant_id).await?;
        let own =
            kinds(context).sheets().iter().filter(|sheet| scope.reach(ImportRight::of(sheet.name)).is_some());
        let kinds = own.map(|sheet| ImportKind {
            name: sheet.name,
            ends: sheet.ending.is_some(),
            sets_aside: sheet.sets_aside,
            columns: sheet
                .columns
                .iter()
                .map(|column| ImportColumn {
                    name: column.name,
                    is_needed: column.is_needed,
                    example: column.example,
                    choices: match cell_type(sheet.name, column.name) {
                        CellType::OneOf(choices) => choices.to_vec(),
                        CellType::Yes => vec!["yes", "no"],
                        _ => vec![],
                    },
                })
                .collect(),
        });
        let presets = mappings::presets().iter().map(MappingOnWire::preset);
        let companies = super::companies(&call.db, &scope).await?.into_iter().map(CompanyOnWire::from);
        Ok(ImportChoices {
            kinds: kinds.collect(),
            presets: presets.collect::<Result<_, _>>()?,
            companies: companies.collect(),
        })
    }

    /// The tenant's saved mappings, by name.
    async fn list_mappings(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<ImportMappingPage, Problem> {
        let call = Call::of(context);
        let scope = importing(call, &tenant_id).await?;
        let cursors = call.cursors(format!("mappings of {}", scope.tenant()));
        let page = mappings::list(&call.db, &scope, cursors, (limit, cursor.as_deref())).await?;
        let results = page.results.into_iter().map(MappingOnWire::saved).collect::<Result<Vec<_>, _>>()?;
        Ok(ImportMappingPage { results: results.into(), links: page.links })
    }

    /// The rows of a kind that an import set aside, as CSV with the reasons.
    async fn import_rows_aside(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        import_id: ID,
        kind: String,
    ) -> Result<String, Problem> {
        let call = Call::of(context);
        let scope = importing(call, &tenant_id).await?;
        super::rows_aside(&call.app, &scope, (id(&import_id)?, &kind)).await
    }

    /// A file through a mapping; without one, through a suggestion for the kind, if that is chosen.
    async fn preview_import_file(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        file_id: ID,
        definition: Option<String>,
        kind: Option<String>,
        worksheet: Option<String>,
    ) -> Result<ImportPreview, Problem> {
        let call = Call::of(context);
        let scope = importing(call, &tenant_id).await?;
        let mapping = definition.as_deref().map(parsed).transpose()?;
        let asked = (mapping, kind, worksheet);
        let shown = super::preview(&call.app, &scope, kinds(context), id(&file_id)?, asked).await?;
        ImportPreview::new(shown)
    }
}

#[derive(Default)]
pub struct ImportMutation;

#[Object]
impl ImportMutation {
    async fn start_import(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        invites: bool,
    ) -> Result<JobOnWire, Problem> {
        let call = Call::of(context);
        let scope = importing(call, &tenant_id).await?;
        let job = super::start(&mut *call.work().await?, &scope, invites).await?;
        Ok(JobOnWire::new(call, &scope, job))
    }

    /// Announces a file, whose pieces follow.
    async fn add_import_file(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        import_id: ID,
        name: String,
        size_bytes: f64,
    ) -> Result<FileOnWire, Problem> {
        let call = Call::of(context);
        let scope = importing(call, &tenant_id).await?;
        let (job, size) = (id(&import_id)?, size_bytes as i64);
        Ok(super::add_file(&mut *call.work().await?, &scope, job, (&name, size)).await?.into())
    }

    /// The next piece of a file, from 1, in base64.
    async fn add_import_piece(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        file_id: ID,
        number: i64,
        file_string: String,
    ) -> Result<FileOnWire, Problem> {
        let call = Call::of(context);
        let scope = importing(call, &tenant_id).await?;
        let (file, bytes) = (id(&file_id)?, files::from_base64(&file_string)?);
        let mut work = call.work().await?;
        Ok(super::add_piece(&call.app, &mut work, &scope, (file, number), bytes).await?.into())
    }

    async fn remove_import_file(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        file_id: ID,
    ) -> Result<JobOnWire, Problem> {
        let call = Call::of(context);
        let scope = importing(call, &tenant_id).await?;
        let job = super::remove_file(&mut *call.work().await?, &scope, id(&file_id)?).await?;
        Ok(JobOnWire::new(call, &scope, job))
    }

    /// Says how a file is read: through a mapping, or without one as a file of this kind in our own format.
    async fn map_import_file(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        file_id: ID,
        definition: Option<String>,
        kind: Option<String>,
    ) -> Result<FileOnWire, Problem> {
        let call = Call::of(context);
        let scope = importing(call, &tenant_id).await?;
        let kind = kind.unwrap_or_default();
        let mapping = match definition.as_deref() {
            Some(definition) => Ok(parsed(definition)?),
            None => Err(kind.as_str()),
        };
        let mut work = call.work().await?;
        Ok(super::map_file(&mut work, &scope, kinds(context), id(&file_id)?, mapping).await?.into())
    }

    /// Declares a file the whole truth of its kind for a company; without a company, takes that back.
    async fn declare_whole_file(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        file_id: ID,
        company_id: Option<ID>,
    ) -> Result<FileOnWire, Problem> {
        let call = Call::of(context);
        let scope = importing(call, &tenant_id).await?;
        let company = company_id.as_ref().map(CompanyId::from_wire).transpose()?;
        let mut work = call.work().await?;
        let declared = (id(&file_id)?, company);
        Ok(super::declare_whole(&mut work, &scope, kinds(context), declared).await?.into())
    }

    /// Begins a dry run. With `setsAside`, bad rows are left out where their kind of file allows it.
    async fn check_import(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        import_id: ID,
        sets_aside: Option<bool>,
    ) -> Result<JobOnWire, Problem> {
        let call = Call::of(context);
        let scope = importing(call, &tenant_id).await?;
        let asked = (id(&import_id)?, sets_aside.unwrap_or_default());
        let job = super::check(&mut *call.work().await?, &scope, asked).await?;
        call.app.outbox_wake.notify_one();
        Ok(JobOnWire::new(call, &scope, job))
    }

    /// Needs a fresh factor: an import can change where pay goes. `confirmedRemovals`: how much may end, where that is much.
    async fn apply_import(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        import_id: ID,
        confirmed_removals: Option<i64>,
    ) -> Result<JobOnWire, Problem> {
        let call = Call::of(context);
        let scope = importing(call, &tenant_id).await?;
        let wanted = (id(&import_id)?, confirmed_removals);
        let applied = super::check_apply(call.work().await?.tx(), &scope, wanted).await?;
        let applied = call.prove(applied).await?;
        let job = super::apply(&mut *call.work().await?, &scope, applied).await?;
        Ok(JobOnWire::new(call, &scope, job))
    }

    /// Needs a fresh factor, as the import did.
    async fn undo_import(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        import_id: ID,
    ) -> Result<JobOnWire, Problem> {
        let call = Call::of(context);
        let scope = importing(call, &tenant_id).await?;
        let job = id(&import_id)?;
        if !call.brings_proof() {
            super::check_undo(&call.db, &scope, job).await?;
        }
        let undone = call.prove(UndoneImport(job)).await?;
        let job = super::undo(&mut *call.work().await?, &scope, undone).await?;
        Ok(JobOnWire::new(call, &scope, job))
    }

    /// Stops an import that is running, or drops one that isn't done.
    async fn cancel_import(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        import_id: ID,
    ) -> Result<JobOnWire, Problem> {
        let call = Call::of(context);
        let scope = importing(call, &tenant_id).await?;
        let job = id(&import_id)?;
        if let Some(stopping) = super::stop_here(&call.app, &call.db, &scope, job).await? {
            return Ok(JobOnWire::new(call, &scope, stopping));
        }
        let job = super::cancel(&mut *call.work().await?, &scope, job).await?;
        Ok(JobOnWire::new(call, &scope, job))
    }

    /// Saves a mapping under its name; `version` is that of the one it replaces. Needs a fresh factor.
    async fn save_mapping(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        definition: String,
        version: Option<i64>,
    ) -> Result<MappingOnWire, Problem> {
        let call = Call::of(context);
        let scope = importing(call, &tenant_id).await?;
        let (mapping, targets) = (parsed(&definition)?, target_kinds(kinds(context).sheets().iter()));
        let new = mappings::check_save(call.work().await?.tx(), &scope, &targets, mapping, version).await?;
        let new = call.prove(new).await?;
        MappingOnWire::saved(mappings::save(&mut *call.work().await?, &scope, new).await?)
    }

    /// Needs a fresh factor.
    async fn remove_mapping(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        name: String,
    ) -> Result<MappingOnWire, Problem> {
        let call = Call::of(context);
        let scope = importing(call, &tenant_id).await?;
        let there = mappings::check_remove(call.work().await?.tx(), &scope, &name).await?;
        let there = call.prove(there).await?;
        MappingOnWire::saved(mappings::remove(&mut *call.work().await?, &scope, there).await?)
    }
}

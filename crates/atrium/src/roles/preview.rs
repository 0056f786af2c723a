//! What a person gains and loses when their roles change: permissions, pages and applications, before anything is
//! saved. As everywhere, employee permissions count only where the person is employed.

use super::rules::{self, RoleEdit};
use super::store::{self, RoleRow};
use super::{CheckedEnd, CheckedGrant, Grant, Roles, check_edit, check_end, check_grant, earliest_day};
use crate::access::{AdminScope, Area, Need};
use crate::features::{self, PortalFeature};
use crate::shared::clock::Clock;
use crate::shared::day::Day;
use crate::shared::id::{AssignmentId, CompanyId, PersonId, RoleId};
use crate::shared::problem::Problem;
use db::Db;
use std::collections::BTreeSet;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Difference {
    pub permissions: Vec<String>,
    pub pages: Vec<PreviewPage>,
    /// Application codes.
    pub applications: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewPage {
    pub id: String,
    pub title: String,
    pub path: String,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct RightsPreview {
    /// The first day it applies.
    pub from: Option<Day>,
    pub gains: Difference,
    pub loses: Difference,
    /// How many people have the role, if the change affects all of them.
    pub holders: Option<i64>,
    /// How many of their people would have no manager in an area.
    pub left_behind: i64,
}

/// The console isn't in any catalog: (id, title, path, what opens it).
const CONSOLE: &[(&str, &str, &str, &str)] = &[("Admin", "Administration", "/admin/home", "admin")];

/// What a person may do in one place.
#[derive(Default)]
pub(super) struct Rights {
    permissions: BTreeSet<String>,
    applications: BTreeSet<String>,
}

impl Rights {
    pub(super) fn of<'a>(roles: impl Iterator<Item = (&'a str, &'a str)>, is_employed: bool) -> Rights {
        let mut rights = Rights::default();
        for (permissions, applications) in roles {
            let counts = |permission: &String| is_employed || !permission.starts_with("employee");
            rights.permissions.extend(rules::words(permissions).into_iter().filter(counts));
            rights.applications.extend(rules::words(applications));
        }
        rights
    }

    fn holds(&self, permission: &str) -> bool {
        self.permissions.contains(permission) || self.permissions.contains(&format!("{permission}.write"))
    }

    fn pages(&self, catalogue: &[PortalFeature]) -> Vec<PreviewPage> {
        let is_open = |feature: &&PortalFeature| features::is_open(feature, |name| self.holds(name));
        let pages = catalogue.iter().filter(|feature| feature.path.is_some()).filter(is_open);
        let of_portal = pages.map(|feature| PreviewPage {
            id: feature.feature_id.clone(),
            title: feature.title.clone(),
            path: feature.path.clone().unwrap_or_default(),
        });
        let console = CONSOLE.iter().filter(|(.., permission)| self.holds(permission));
        let of_console = console.map(|(id, title, path, _)| PreviewPage {
            id: (*id).to_owned(),
            title: (*title).to_owned(),
            path: (*path).to_owned(),
        });
        of_portal.chain(of_console).collect()
    }

    /// What `self` has that `other` doesn't.
    pub(super) fn beyond(&self, other: &Rights, catalogue: &[PortalFeature]) -> Difference {
        let pages = other.pages(catalogue);
        Difference {
            permissions: rules::gained(&other.permissions, &self.permissions),
            pages: self.pages(catalogue).into_iter().filter(|page| !pages.contains(page)).collect(),
            applications: self.applications.difference(&other.applications).cloned().collect(),
        }
    }
}

async fn compare(
    db: &Db,
    scope: &AdminScope<Roles, impl Need>,
    (before, after): (Rights, Rights),
) -> Result<RightsPreview, Problem> {
    let catalogue = features::catalogue(db, &scope.into()).await?;
    let (gains, loses) = (after.beyond(&before, &catalogue), before.beyond(&after, &catalogue));
    Ok(RightsPreview { gains, loses, ..RightsPreview::default() })
}

/// What a person has in a place on a day, for both sides of a comparison.
async fn there(
    db: &Db,
    scope: &AdminScope<Roles, impl Need>,
    (person, company): (PersonId, Option<CompanyId>),
    day: Day,
) -> Result<(Vec<store::HeldThere>, bool), Problem> {
    let held = store::held_there(db, scope, (person, company), day).await?;
    Ok((held, store::is_employed(db, scope, person, company).await?))
}

fn texts(held: &[store::HeldThere]) -> impl Iterator<Item = (&str, &str)> {
    held.iter().map(|(_, permissions, applications)| (permissions.as_str(), applications.as_str()))
}

/// Refused the same way as the change itself.
pub async fn preview_give(
    db: &Db,
    clock: &Clock,
    scope: &AdminScope<Roles, impl Need>,
    grant: Grant,
) -> Result<RightsPreview, Problem> {
    let CheckedGrant { role, starts, .. } = check_grant(db, clock, scope, grant).await?;
    let (held, is_employed) = there(db, scope, (grant.person, grant.company), starts).await?;
    let new = [(role.permissions.as_str(), role.applications.as_str())];
    let before = Rights::of(texts(&held), is_employed);
    let after = Rights::of(texts(&held).chain(new), is_employed);
    Ok(RightsPreview { from: Some(starts), ..compare(db, scope, (before, after)).await? })
}

pub async fn preview_end(
    db: &Db,
    clock: &Clock,
    scope: &AdminScope<Roles, impl Need>,
    id: AssignmentId,
    last: Option<Day>,
) -> Result<RightsPreview, Problem> {
    let CheckedEnd { there: ending, today, last } = check_end(db, clock, scope, id, last).await?;
    // Compared with what would apply otherwise: on the day after the last one, or on the first day that no longer
    // happens.
    let from = last.map(|day| day.plus_days(1)).or(ending.starts_on).unwrap_or(today).max(today);
    let (held, is_employed) = there(db, scope, (ending.person, ending.company), from).await?;
    let others: Vec<store::HeldThere> = held.iter().filter(|(of, ..)| *of != id).cloned().collect();
    let before = Rights::of(texts(&held), is_employed);
    let after = Rights::of(texts(&others), is_employed);
    let decided = [(Area::TimeOff, "manager:time-off.write"), (Area::PersonalInfo, "manager:profile.write")];
    let is_lost =
        |permission: &str| before.permissions.contains(permission) && !after.permissions.contains(permission);
    let lost: Vec<Area> =
        decided.into_iter().filter(|(_, permission)| is_lost(permission)).map(|(area, _)| area).collect();
    let left_behind = match ending.company {
        Some(company) => store::left_behind(db, scope, (ending.person, company), &lost, from).await?,
        None => 0,
    };
    Ok(RightsPreview { from: Some(from), left_behind, ..compare(db, scope, (before, after)).await? })
}

/// What changes for everyone who has the role and no other that gives the same.
pub async fn preview_edit(
    db: &Db,
    clock: &Clock,
    scope: &AdminScope<Roles, impl Need>,
    id: RoleId,
    edit: &RoleEdit,
) -> Result<RightsPreview, Problem> {
    let before = store::one(db, scope, earliest_day(clock), id).await?.ok_or(Problem::NotFound)?;
    let after = check_edit(db, scope, &before, edit).await?;
    let rights = |role: &RoleRow| {
        Rights::of([(role.permissions.as_str(), role.applications.as_str())].into_iter(), true)
    };
    let preview = compare(db, scope, (rights(&before), rights(&after))).await?;
    Ok(RightsPreview { holders: Some(before.holders), ..preview })
}

//! Every version of one employee's forms, and which one counts.

use super::rules::{Form, Level};
use super::store::{TaxApproval, TaxFormVersion};

/// Newest first.
pub struct Versions(pub(super) Vec<TaxFormVersion>);

impl Versions {
    pub(super) fn of<'a>(&'a self, form: &Form) -> impl Iterator<Item = &'a TaxFormVersion> {
        self.0.iter().filter(|row| row.level == form.level && row.state == form.state)
    }

    /// The version that counts.
    pub fn current(&self, form: &Form) -> Option<&TaxFormVersion> {
        self.of(form).filter(|row| row.approval == TaxApproval::Approved).max_by_key(|row| row.version)
    }

    pub fn waiting(&self, form: &Form) -> Option<&TaxFormVersion> {
        self.of(form).find(|row| row.approval == TaxApproval::Pending)
    }

    /// The states someone has a form for, by code.
    pub fn states(&self) -> Vec<Form> {
        let forms = self.0.iter().filter(|row| row.level == Level::State).map(TaxFormVersion::form);
        forms.collect::<std::collections::BTreeSet<_>>().into_iter().collect()
    }

    /// The local form of the first of these states that has one.
    pub fn local(&self) -> Option<Form> {
        self.states().into_iter().find_map(|Form { state, .. }| {
            let row = self.0.iter().find(|row| row.level == Level::State && row.state == state)?;
            let locality = row.state_locality.clone().filter(|locality| !locality.is_empty())?;
            Some(Form { level: Level::Local, state, locality })
        })
    }
}

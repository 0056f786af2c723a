//! People as sources name them: by email address, or by "Last, First". A company's people are read once per file.

use super::rules::PeopleBy;
use super::store;
use crate::access::OperatorScope;
use crate::shared::id::CompanyId;
use crate::shared::problem::Problem;
use db::Tx;
use std::collections::HashMap;

/// Employee codes by what a source calls someone; `None` where that could be more than one person.
#[derive(Default)]
pub struct PeopleDirectory {
    companies: HashMap<CompanyId, HashMap<String, Option<Box<str>>>>,
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// "Last, First M." and "First M. Last" are both "last, first m.".
fn as_listed(name: &str) -> String {
    match name.split_once(',') {
        Some((last, first)) => format!("{}, {}", plain(last), plain(first)),
        None => {
            let name = plain(name);
            match name.rsplit_once(' ') {
                Some((first, last)) => format!("{last}, {first}"),
                None => name,
            }
        }
    }
}

/// Without a middle name or initial.
fn without_middle(listed: &str) -> Option<&str> {
    let (last, first) = listed.split_once(", ")?;
    let first = first.split(' ').next()?;
    let end = last.len() + 2 + first.len();
    (end < listed.len()).then(|| &listed[..end])
}

impl PeopleDirectory {
    pub fn knows(&self, company: CompanyId) -> bool {
        self.companies.contains_key(&company)
    }

    pub async fn learn(
        &mut self,
        tx: &mut Tx,
        scope: &OperatorScope,
        (company, by): (CompanyId, PeopleBy),
    ) -> Result<(), Problem> {
        let (mut known, mut after) = (HashMap::new(), None);
        loop {
            let people = store::employees_after(tx, scope, company, after).await?;
            after = people.last().map(|one| one.id);
            let is_last = people.len() < store::PEOPLE_AT_A_TIME;
            for one in people {
                let name = match by {
                    PeopleBy::Name => as_listed(&format!("{}, {}", one.last_name, one.first_name)),
                    _ => plain(&one.email),
                };
                if !name.is_empty() {
                    let found = known.entry(name).or_insert_with(|| Some(one.code.as_str().into()));
                    if found.as_deref() != Some(one.code.as_str()) {
                        *found = None;
                    }
                }
            }
            if is_last {
                self.companies.insert(company, known);
                return Ok(());
            }
        }
    }

    /// The code of the one person in the company that is called so; else a sentence for the cell.
    pub fn code(&self, company: CompanyId, by: PeopleBy, called: &str) -> Result<&str, &'static str> {
        let name = if by == PeopleBy::Name { as_listed(called) } else { plain(called) };
        let known = self.companies.get(&company);
        let find = |name: &str| known.and_then(|known| known.get(name));
        let found = find(&name)
            .or_else(|| if by == PeopleBy::Name { without_middle(&name).and_then(find) } else { None });
        match (found, by) {
            (Some(Some(code)), _) => Ok(&**code),
            (Some(None), PeopleBy::Name) => {
                Err("more than one person here has this name; use employee codes")
            }
            (Some(None), _) => Err("more than one person here has this email address; use employee codes"),
            (None, PeopleBy::Name) => Err("no one in this company has this name"),
            (None, _) => Err("no one in this company has this email address"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_same_in_both_orders_and_without_its_middle() {
        assert_eq!(as_listed("Morales,  Ana"), "morales, ana");
        assert_eq!(as_listed("Ana Morales"), "morales, ana");
        assert_eq!(without_middle("morales, ana l."), Some("morales, ana"));
        assert_eq!(without_middle("morales, ana"), None);
    }
}

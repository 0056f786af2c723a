//! A file can be declared the whole truth of its kind for a company. What it lacks then ends, today in the company's time
//! zone, in the same transaction as its rows.
//!
//! - A kind says in its sheet which rows count and how one ends (`EndingRule`). What is over already, or waits for someone's
//!   decision, doesn't count and stays.
//! - A brake holds back an import that would end too much, until someone types in the exact number.

use super::desk::{Desk, Effect};
use super::store;
use super::stored::{self, COMPANY, StoredRow, StoredTable};
use crate::shared::day::Day;
use crate::shared::id::CompanyId;
use crate::shared::problem::Problem;
use aws_lc_rs::digest;
use db::{Value, params};
use std::collections::HashSet;

/// How rows end that a whole-truth file doesn't have.
pub struct EndingRule {
    pub table: &'static StoredTable,
    /// Which of a company's rows count, as a condition on `x`: `$2` is the company, `$3` today there.
    pub counts: &'static str,
    /// What a row is called in the report, as an expression on `x`.
    pub called: &'static str,
    pub ends: EndsBy,
}

pub enum EndsBy {
    /// This column gets today.
    Today(&'static str),
    /// This column gets this word.
    Word(&'static str, &'static str),
    Removal,
}

/// From this share on, someone types in the number.
const BRAKE_PERCENT: u64 = 10;
const CHUNK: usize = 256;

pub fn is_braked(ending: u64, there: u64) -> bool {
    ending > 0 && ending.saturating_mul(100) >= there.saturating_mul(BRAKE_PERCENT)
}

/// Which company the current file may be about, and which rows it has named.
#[derive(Default)]
pub(super) struct FileBounds {
    company: Option<(CompanyId, String)>,
    is_whole: bool,
    table: Option<&'static StoredTable>,
    named: HashSet<[u8; 16]>,
    added: u64,
}

impl FileBounds {
    /// Why a row can't be about this company.
    pub(super) fn excludes(&self, company: CompanyId, name: &str) -> Option<String> {
        let (_, own) = self.company.as_ref().filter(|(only, _)| *only != company)?;
        Some(format!("this file is for {own}, so it can't have rows about {name:?}"))
    }

    pub(super) fn name(&mut self, table: &'static StoredTable, id: &[Value], is_new: bool) {
        if self.is_whole && self.table.is_some_and(|own| std::ptr::eq(own, table)) {
            self.named.insert(short(id));
            self.added += u64::from(is_new);
        }
    }
}

fn short(id: &[Value]) -> [u8; 16] {
    let mut short = [0; 16];
    let whole = digest::digest(&digest::SHA256, stored::to_text(id).as_bytes());
    short.copy_from_slice(&whole.as_ref()[..16]);
    short
}

impl Desk<'_> {
    /// Sets what the current file is about; a sentence if it can't be about that.
    pub fn bound_to(&mut self, company: Option<&str>, is_whole: bool) -> Result<(), String> {
        self.bounds = FileBounds { is_whole, ..FileBounds::default() };
        let sheet = self.sheet();
        let ending = sheet.and_then(|sheet| sheet.ending);
        if is_whole && ending.is_none() {
            let name = sheet.map_or("", |sheet| sheet.name);
            return Err(format!("a {name} file can't be the whole truth: nothing of this kind ends"));
        }
        self.bounds.table = ending.map(|ending| ending.table);
        let Some(name) = company else {
            return match is_whole {
                true => Err("say which company's whole truth this file is".to_owned()),
                false => Ok(()),
            };
        };
        let found = self.known(&COMPANY, &params![name]).map(|row| CompanyId(row.uuid()));
        let found = found
            .filter(|found| self.reaches(*found))
            .ok_or_else(|| format!("there is no company {name:?}"))?;
        self.touch(found);
        self.bounds.company = Some((found, name.to_owned()));
        Ok(())
    }

    /// Ends what the current file lacks, if it's the whole truth.
    pub async fn end_missing(&mut self) -> Result<(), Problem> {
        let ending = self.sheet().and_then(|sheet| sheet.ending).filter(|_| self.bounds.is_whole);
        let company = self.bounds.company.as_ref().map(|(company, _)| *company);
        let Some((ending, company)) = ending.zip(company) else { return Ok(()) };
        let today = self.today_at(company);
        let (mut missing, mut there, mut after) = (vec![], 0_u64, None);
        loop {
            let place = (company, today, after.as_ref());
            let rows = store::counting(self.work.tx(), self.scope, ending, place).await?;
            let is_last = rows.len() < store::COUNTED_AT_A_TIME;
            there += rows.len() as u64;
            after = rows.last().map(|(row, _)| row.id.clone()).or(after);
            missing.extend(rows.into_iter().filter(|(row, _)| !self.bounds.named.contains(&short(&row.id))));
            if is_last {
                break;
            }
        }
        // What the file itself brings doesn't make the company larger.
        if is_braked(missing.len() as u64, there.saturating_sub(self.bounds.added)) {
            self.brake();
        }
        while !missing.is_empty() {
            let rest = missing.split_off(missing.len().min(CHUNK));
            self.end(ending, missing, today).await?;
            missing = rest;
        }
        Ok(())
    }

    async fn end(
        &mut self,
        ending: &'static EndingRule,
        rows: Vec<(StoredRow, String)>,
        today: Day,
    ) -> Result<(), Problem> {
        for (_, what) in &rows {
            let said = match ending.ends {
                EndsBy::Removal => format!("{what}: removed"),
                EndsBy::Today(_) | EndsBy::Word(..) => format!("{what}: last day {today}"),
            };
            // No line of the file says so.
            self.told(0, Effect::Ended, &said);
        }
        let (column, value) = match ending.ends {
            EndsBy::Today(column) => (column, Value::from(today)),
            EndsBy::Word(column, word) => (column, Value::from(word)),
            EndsBy::Removal => {
                return self.take_out(ending.table, rows.into_iter().map(|(row, _)| row)).await;
            }
        };
        let ended = rows.into_iter().map(|(row, _)| {
            let mut values = row.values.clone();
            values[ending.table.at(column)] = value.clone();
            (row, values)
        });
        let ended = ended.collect();
        self.write(ending.table, vec![], ended).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_is_too_much_to_end_by_mistake() {
        for (ending, there, is) in [
            (0, 0, false),
            (0, 100, false),
            (9, 100, false),
            (10, 100, true),
            (1, 5, true),
            (1, 11, false),
            (1, 0, true),
        ] {
            assert_eq!(is_braked(ending, there), is, "{ending} of {there}");
        }
    }
}

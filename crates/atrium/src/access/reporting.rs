//! Reporting lines: which kind of line, in which areas, connects a manager to an employee.

use async_graphql::Enum;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Area {
    TimeOff,
    PersonalInfo,
}

impl Area {
    pub fn as_str(self) -> &'static str {
        match self {
            Area::TimeOff => "Time Off",
            Area::PersonalInfo => "Personal Info",
        }
    }

    pub fn parse(text: &str) -> Option<Area> {
        [Area::TimeOff, Area::PersonalInfo].into_iter().find(|area| area.as_str() == text)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Enum)]
#[graphql(rename_items = "lowercase")]
pub enum ReportKind {
    Primary,
    Secondary,
}

impl ReportKind {
    pub fn as_str(self) -> &'static str {
        match self {
            ReportKind::Primary => "primary",
            ReportKind::Secondary => "secondary",
        }
    }
}

/// All lines between one manager and one employee.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    pub primary: Vec<Area>,
    pub secondary: Vec<Area>,
}

impl Lines {
    pub fn from_rows(rows: &[(String, String)]) -> Lines {
        let of = |kind: ReportKind| {
            let rows = rows.iter().filter(|(row_kind, _)| row_kind == kind.as_str());
            rows.filter_map(|(_, area)| Area::parse(area)).collect()
        };
        Lines { primary: of(ReportKind::Primary), secondary: of(ReportKind::Secondary) }
    }

    /// A direct report counts if its primary list has the area. An indirect one counts only when the primary list
    /// lacks the area but the secondary list has it.
    pub fn reach(&self, area: Area) -> Option<ReportKind> {
        if self.primary.contains(&area) {
            Some(ReportKind::Primary)
        } else if self.secondary.contains(&area) {
            Some(ReportKind::Secondary)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_decides_through_which_line_a_report_counts() {
        use Area::{PersonalInfo, TimeOff};
        for (primary, secondary, area, reach) in [
            (vec![TimeOff], vec![], TimeOff, Some(ReportKind::Primary)),
            (vec![TimeOff], vec![TimeOff], TimeOff, Some(ReportKind::Primary)),
            (vec![PersonalInfo], vec![TimeOff], TimeOff, Some(ReportKind::Secondary)),
            (vec![], vec![TimeOff], TimeOff, Some(ReportKind::Secondary)),
            (vec![PersonalInfo], vec![], TimeOff, None),
            (vec![], vec![], TimeOff, None),
        ] {
            assert_eq!(Lines { primary, secondary }.reach(area), reach);
        }
    }
}

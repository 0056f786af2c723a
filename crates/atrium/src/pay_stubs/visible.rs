//! From which day employees see a stub. Every statement that reads stubs for someone has this condition (`store.rs`).

use crate::shared::day::Day;
use async_graphql::Enum;
use serde::Serialize;

/// A company's choice. A day begins at midnight in the company's time zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Enum, Serialize)]
#[graphql(rename_items = "camelCase")]
#[serde(rename_all = "camelCase")]
pub enum StubsVisible {
    AtImport,
    #[default]
    FromPayDate,
    OneDayBefore,
    TwoDaysBefore,
    ThreeDaysBefore,
    FourDaysBefore,
    FiveDaysBefore,
    SixDaysBefore,
    SevenDaysBefore,
}
db::text!(StubsVisible {
    AtImport = "at_import",
    FromPayDate = "from_pay_date",
    OneDayBefore = "1",
    TwoDaysBefore = "2",
    ThreeDaysBefore = "3",
    FourDaysBefore = "4",
    FiveDaysBefore = "5",
    SixDaysBefore = "6",
    SevenDaysBefore = "7"
});

impl StubsVisible {
    pub(super) const OTHERS: [StubsVisible; 8] = [
        StubsVisible::OneDayBefore,
        StubsVisible::TwoDaysBefore,
        StubsVisible::ThreeDaysBefore,
        StubsVisible::FourDaysBefore,
        StubsVisible::FiveDaysBefore,
        StubsVisible::SixDaysBefore,
        StubsVisible::SevenDaysBefore,
        StubsVisible::AtImport,
    ];

    /// As files and the command line write it.
    pub fn called(word: &str) -> Option<StubsVisible> {
        StubsVisible::from_text(&word.trim().to_ascii_lowercase())
    }

    /// The last pay date that can be seen today.
    pub(super) fn through(self, today: Day) -> Day {
        match self {
            StubsVisible::AtImport => LAST_DAY,
            StubsVisible::FromPayDate => today,
            StubsVisible::OneDayBefore => today.plus_days(1),
            StubsVisible::TwoDaysBefore => today.plus_days(2),
            StubsVisible::ThreeDaysBefore => today.plus_days(3),
            StubsVisible::FourDaysBefore => today.plus_days(4),
            StubsVisible::FiveDaysBefore => today.plus_days(5),
            StubsVisible::SixDaysBefore => today.plus_days(6),
            StubsVisible::SevenDaysBefore => today.plus_days(7),
        }
    }
}

const LAST_DAY: Day = Day(jiff::civil::Date::constant(2099, 12, 31));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_says_how_many_days_before_the_pay_date() {
        for setting in StubsVisible::OTHERS.into_iter().chain([StubsVisible::default()]) {
            assert_eq!(StubsVisible::called(setting.as_text()), Some(setting));
        }
        assert_eq!(
            (StubsVisible::called("8"), StubsVisible::called(" At_Import")),
            (None, Some(StubsVisible::AtImport))
        );
        let today = Day(jiff::civil::date(2026, 11, 16));
        let through = |word: &str| StubsVisible::called(word).unwrap().through(today);
        assert_eq!((through("from_pay_date"), through("3")), (today, today.plus_days(3)));
        assert!(through("at_import") > today.plus_days(10_000));
    }
}

//! `atrium line …`: who reports to whom, from a day on.

use super::person::{self, About, begin, day, found, one, scope};
use super::{Failure, terminal};
use crate::access::{self, Area, ReportKind};
use crate::app::App;
use crate::config::Settings;
use crate::employment::{self, LineDraft, LineEnd};
use crate::factors::Proven;
use clap::{Args, Subcommand};

/// Which line.
#[derive(Args)]
pub(crate) struct WhichLine {
    /// The manager's username.
    #[arg(long)]
    manager: String,
    /// primary or secondary.
    #[arg(long, default_value = "primary")]
    kind: String,
    /// "Time Off" or "Personal Info". Repeat it for several.
    #[arg(long, required = true)]
    area: Vec<String>,
}

#[derive(Subcommand)]
pub(crate) enum LineCommand {
    /// Show who someone reports to.
    List(About),
    /// Give someone a manager, starting on a day. A new primary manager replaces the one before.
    Set {
        #[command(flatten)]
        about: About,
        #[command(flatten)]
        line: WhichLine,
        /// The first day, as YYYY-MM-DD.
        #[arg(long)]
        day: String,
    },
    /// End a line at the end of a day.
    End {
        #[command(flatten)]
        about: About,
        #[command(flatten)]
        line: WhichLine,
        /// The last day, as YYYY-MM-DD.
        #[arg(long)]
        day: String,
    },
}

pub(super) async fn line(settings: Settings, command: LineCommand) -> Result<(), Failure> {
    let app = terminal::app(settings).await?;
    let done = match command {
        LineCommand::List(about) => person::show(&app, &about).await,
        LineCommand::Set { about, line, day } => change(&app, &about, &line, &day, Do::Set).await,
        LineCommand::End { about, line, day } => change(&app, &about, &line, &day, Do::End).await,
    };
    app.db.close().await;
    done
}

#[derive(PartialEq)]
enum Do {
    Set,
    End,
}

async fn change(app: &App, about: &About, line: &WhichLine, on: &str, what: Do) -> Result<(), Failure> {
    let (scope, day) = (scope(app, about).await?, day(on)?);
    let kind = match line.kind.as_str() {
        "primary" => ReportKind::Primary,
        "secondary" => ReportKind::Secondary,
        other => return Err(Failure::Other(format!("a line is primary or secondary, not {other:?}"))),
    };
    let no_area =
        |text: &String| Failure::Other(format!("an area is \"Time Off\" or \"Personal Info\", not {text:?}"));
    let areas = line.area.iter().map(|text| Area::parse(text).ok_or_else(|| no_area(text)));
    let areas = areas.collect::<Result<Vec<Area>, Failure>>()?;
    let employee = one(&found(app, &scope, &about.username).await?, about.company.as_deref())?.employee_id;
    let manager = found(app, &scope, &line.manager).await?.person.id;
    let mut work = begin(app, &scope).await?;
    match what {
        Do::Set => {
            let draft = LineDraft { employee, manager, kind, areas, first_day: day, version: None };
            let draft = Proven::by_operator(&access::operator(scope.tenant()), draft);
            let set = employment::set_line(app, &mut work, &scope, draft).await;
            set.map_err(terminal::failed)?;
        }
        Do::End => {
            for area in areas {
                let end = LineEnd { employee, manager, kind, area, last_day: day, version: None };
                let end = Proven::by_operator(&access::operator(scope.tenant()), end);
                let ended = employment::end_line(app, &mut work, &scope, end).await;
                ended.map_err(terminal::failed)?;
            }
        }
    }
    work.commit().await?;
    terminal::keep_heads(app).await?;
    person::show(app, about).await
}

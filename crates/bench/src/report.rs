//! Tables for people, and the goals with what was measured against each.

use crate::chat::Chats;
use crate::crowd::Crowd;
use crate::measure::{Measured, percentile};
use crate::operations::{ALIKE, Growth, OPERATIONS, Operation, QUEUE};
use crate::sign_in::{Beside, Refused};
use std::time::Duration;

const MAX_GROWTH: f64 = 1.3;
const MAX_BARE: f64 = 2.0;
const MAX_READY: Duration = Duration::from_millis(500);
const IDLE_MOST_KB: u64 = 60_000;
const MAX_POSTGRES: f64 = 2.0;
const MAX_BESIDE: f64 = 1.25;
/// Of the dearer of two that are to cost alike.
const MAX_ALIKE: f64 = 1.3;
const WRITE_P99_MOST_MS: f64 = 250.0;
const STATUS_P95_MOST_MS: f64 = 100.0;
/// Someone without an account is refused as fast as someone who mistyped.
const MAX_REFUSED: f64 = 1.1;
/// CPU milliseconds, of operations that every minute of every session brings.
const MAX_COST: &[(&str, f64)] = &[
    ("/sessions/me", 0.2),
    ("/oauth2/userinfo", 0.5),
    ("refresh", 0.5),
    ("sign-in beyond the hash", 2.0),
    ("home, employee", 2.4),
    ("home, manager", 2.0),
    ("home, 5,000 reports", 2.5),
    ("search, 5,000 reports", 2.5),
    ("employeeById", 1.5),
    ("employeePaystub", 0.5),
    ("listEmployeePayStubs", 1.0),
    ("employeePaystub, PDF", 8.0),
    (QUEUE, 1.0),
    ("createTimeOffRequest", 2.0),
];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Engine {
    Sqlite,
    Postgres,
}

impl Engine {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Engine::Sqlite => "SQLite",
            Engine::Postgres => "PostgreSQL",
        }
    }
}

/// All that was measured on one engine with one world.
pub(crate) struct Table {
    pub(crate) engine: Engine,
    pub(crate) employees: usize,
    pub(crate) built_in: Duration,
    pub(crate) ready_after: Duration,
    pub(crate) idle_kb: u64,
    pub(crate) used_kb: u64,
    pub(crate) lines: Vec<(&'static Operation, Measured)>,
    /// Only where everything is measured.
    pub(crate) doors: Option<Doors>,
    pub(crate) crowd: Option<Crowd>,
    pub(crate) chats: Option<Chats>,
}

pub(crate) struct Doors {
    pub(crate) refused: Refused,
    /// The first operation, alone and while people sign in.
    pub(crate) beside: Beside,
}

impl Table {
    fn name(&self) -> String {
        format!("{}, {} employees", self.engine.name(), thousands(self.employees))
    }

    /// `small` is the same engine with the smallest world.
    pub(crate) fn print(&self, small: Option<&Table>) {
        let mb = |kb: u64| kb as f64 / 1e3;
        println!(
            "\n{}: ready after {} ms; {:.0} MB idle, {:.0} MB after the run (the world was built in {:.1} s)",
            self.name(),
            self.ready_after.as_millis(),
            mb(self.idle_kb),
            mb(self.used_kb),
            self.built_in.as_secs_f64()
        );
        println!(
            "  {:37}{:>8}{:>8}{:>8}{:>9}{:>8}{:>7}{:>9}{:>6}{:>9}{:>8}{:>8}{:>8}",
            "",
            "CPU ms",
            "median",
            "server",
            "database",
            "bare",
            "ratio",
            "growth",
            "stmts",
            "bytes",
            "p50",
            "p99",
            "per s"
        );
        for (at, (operation, line)) in self.lines.iter().enumerate() {
            let growth = small.map(|small| growth(line, &small.lines[at].1));
            println!(
                "  {:37}{:>8.3}{:>8.3}{:>8.3}{:>9}{:>8}{:>7}{:>9}{:>6}{:>9}{:>8.2}{:>8.2}{:>8.0}",
                operation.name,
                line.cost.total_ms(),
                line.median_ms,
                line.cost.server_ms,
                or_dash((self.engine == Engine::Postgres).then(|| format!("{:.3}", line.cost.database_ms))),
                or_dash(line.bare.map(|bare| format!("{:.3}", bare.total_ms()))),
                or_dash(line.ratio().map(|ratio| format!("{ratio:.2}"))),
                or_dash(growth.map(|growth| format!("{growth:.2}"))),
                or_dash(line.statements.map(|count| count.to_string())),
                thousands(line.bytes),
                line.p50.as_secs_f64() * 1e3,
                line.p99.as_secs_f64() * 1e3,
                line.per_second,
            );
        }
    }
}

fn growth(large: &Measured, small: &Measured) -> f64 {
    large.cost.total_ms() / small.cost.total_ms()
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "–".to_owned())
}

fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let parts: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|part| str::from_utf8(part).unwrap_or("")).collect();
    parts.join(",")
}

/// One measured value under a goal.
struct Value {
    what: String,
    number: f64,
}

/// The goal, all its values, the most that is allowed, and how a value is written.
fn goal(sentence: &str, mut values: Vec<Value>, most: f64, shown: impl Fn(f64) -> String) {
    values.sort_by(|a, b| b.number.total_cmp(&a.number));
    let Some(worst) = values.first() else {
        return println!("  –  {sentence}: not measured");
    };
    if worst.number <= most {
        return println!("  ✓  {sentence}: at most {} ({})", shown(worst.number), worst.what);
    }
    let missed = values.iter().filter(|value| value.number > most);
    let missed: Vec<String> =
        missed.map(|value| format!("{} ({})", shown(value.number), value.what)).collect();
    println!("  ✗  {sentence}: {} of {} miss it: {}", missed.len(), values.len(), missed.join("; "));
}

/// Operations with what `number` makes of their lines in one table.
fn values(table: &Table, number: impl Fn(usize, &Operation, &Measured) -> Option<f64>) -> Vec<Value> {
    let value = |(at, (operation, line)): (usize, &(&Operation, Measured))| {
        let what = format!("{}, {}", operation.name, table.name());
        Some(Value { what, number: number(at, operation, line)? })
    };
    table.lines.iter().enumerate().filter_map(value).collect()
}

/// `queues` are worlds of the one goal that names its own.
pub(crate) fn print_goals(tables: &[Table], queues: &[Table]) {
    println!("\nGoals");
    let ratio = |number: f64| format!("{number:.2}×");
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let own: Vec<&Table> = tables.iter().filter(|table| table.engine == engine).collect();
        let [small, .., large] = own.as_slice() else {
            continue;
        };
        let (few, many) = (thousands(small.employees), thousands(large.employees));
        let sentence = format!(
            "{}: a list costs the same with {few} and {many} employees (≤ {MAX_GROWTH}×)",
            engine.name()
        );
        let grown = values(large, |at, operation, line| {
            (operation.growth == Growth::Flat).then(|| growth(line, &small.lines[at].1))
        });
        goal(&sentence, grown, MAX_GROWTH, ratio);
        for ((operation, line), (_, less)) in large.lines.iter().zip(&small.lines) {
            if operation.growth == Growth::ByNature {
                println!("     {} grows by nature: {}", operation.name, ratio(growth(line, less)));
            }
        }
        let sentence = format!("{}: GraphQL costs at most {MAX_BARE}× the bare handler", engine.name());
        let ratios = own.iter().flat_map(|table| values(table, |_, _, line| line.ratio())).collect();
        goal(&sentence, ratios, MAX_BARE, ratio);
    }
    let against = tables.iter().filter(|table| table.engine == Engine::Postgres).flat_map(|table| {
        let twin =
            tables.iter().find(|twin| twin.engine == Engine::Sqlite && twin.employees == table.employees);
        values(table, |at, operation, line| {
            operation.who.and_then(|_| Some(line.cost.total_ms() / twin?.lines[at].1.cost.total_ms()))
        })
    });
    let sentence = format!("PostgreSQL, server and database together, costs at most {MAX_POSTGRES}× SQLite");
    goal(&sentence, against.collect(), MAX_POSTGRES, ratio);
    for (name, most) in MAX_COST {
        for (engine, most) in [(Engine::Sqlite, *most), (Engine::Postgres, *most * MAX_POSTGRES)] {
            let own = tables.iter().chain(queues).filter(|table| table.engine == engine);
            let costs = own.flat_map(|table| {
                values(table, |_, operation, line| (operation.name == *name).then(|| line.cost.total_ms()))
            });
            let sentence = format!("{}: {name}: at most {most} CPU ms", engine.name());
            goal(&sentence, costs.collect(), most, |ms| format!("{ms:.2} ms"));
        }
    }
    for (what, dearer, cheaper) in ALIKE {
        let cost = |table: &Table, name: &str| {
            let line = table.lines.iter().find(|(operation, _)| operation.name == name);
            line.map(|(_, line)| line.cost.total_ms())
        };
        let ratios = tables.iter().filter_map(|table| {
            let (more, less) = (cost(table, dearer)?, cost(table, cheaper)?);
            Some(Value { what: format!("{}, {more:.2} and {less:.2} ms", table.name()), number: more / less })
        });
        goal(
            &format!("{what}: {dearer} costs what {cheaper} does (≤ {MAX_ALIKE}×)"),
            ratios.collect(),
            MAX_ALIKE,
            ratio,
        );
    }
    let crowds = tables.iter().filter_map(|table| {
        let Crowd { writes, reads } = table.crowd.as_ref()?;
        let ms = |list: &[Duration], percent| percentile(list, percent).as_secs_f64() * 1e3;
        let what = format!(
            "{}, {} writes with p50 {:.0} ms, {} reads with p50 {:.0} and p99 {:.0} ms",
            table.name(),
            writes.len(),
            ms(writes, 50),
            reads.len(),
            ms(reads, 50),
            ms(reads, 99)
        );
        Some(Value { what, number: ms(writes, 99) })
    });
    let sentence = format!("p99 of a change with 32 writers and 64 readers (≤ {WRITE_P99_MOST_MS} ms)");
    goal(&sentence, crowds.collect(), WRITE_P99_MOST_MS, |ms| format!("{ms:.0} ms"));
    let chats = tables.iter().filter_map(|table| {
        let Chats { apart, at_once } = table.chats.as_ref()?;
        let ms = |list: &[Duration]| percentile(list, 95).as_secs_f64() * 1e3;
        let what = format!(
            "{}, first words {:.0} ms and answers {:.0} ms; all at once: {:.0}, {:.0} and {:.0} ms",
            table.name(),
            ms(&apart.first_words),
            ms(&apart.whole),
            ms(&at_once.first_status),
            ms(&at_once.first_words),
            ms(&at_once.whole)
        );
        Some(Value { what, number: ms(&apart.first_status) })
    });
    let sentence = format!("p95 of the first status on 500 chat sockets (≤ {STATUS_P95_MOST_MS} ms)");
    goal(&sentence, chats.collect(), STATUS_P95_MOST_MS, |ms| format!("{ms:.0} ms"));
    let opened = || tables.iter().filter_map(|table| Some((table, table.doors.as_ref()?)));
    let slowed = opened().map(|(table, doors)| {
        let ms = |list: &[Duration], percent| percentile(list, percent).as_secs_f64() * 1e3;
        let Beside { alone, beside } = &doors.beside;
        let what = format!(
            "{}, p50 {:.2} ms and p99 {:.2} ms alone, {:.2} ms and {:.2} ms beside",
            table.name(),
            ms(alone, 50),
            ms(alone, 99),
            ms(beside, 50),
            ms(beside, 99)
        );
        Value { what, number: ms(beside, 50) / ms(alone, 50) }
    });
    let sentence = format!("{} waits for 200 sign-ins per minute (≤ {MAX_BESIDE}×)", OPERATIONS[0].name);
    goal(&sentence, slowed.collect(), MAX_BESIDE, ratio);
    let told = opened().map(|(table, doors)| {
        let ms = |list: &[Duration], percent| percentile(list, percent).as_secs_f64() * 1e3;
        let Refused { wrong, nobody } = &doors.refused;
        let what = format!(
            "{}, p10, p50 and p90 {:.1}, {:.1} and {:.1} ms of a wrong password, {:.1}, {:.1} and {:.1} ms of no account",
            table.name(),
            ms(wrong, 10),
            ms(wrong, 50),
            ms(wrong, 90),
            ms(nobody, 10),
            ms(nobody, 50),
            ms(nobody, 90)
        );
        let (wrong, nobody) = (ms(wrong, 50), ms(nobody, 50));
        Value { what, number: (nobody / wrong).max(wrong / nobody) }
    });
    let sentence = format!("the time of a refusal does not reveal who has an account (≤ {MAX_REFUSED}×)");
    goal(&sentence, told.collect(), MAX_REFUSED, ratio);
    let ready = tables.iter().map(|t| Value { what: t.name(), number: t.ready_after.as_secs_f64() });
    let sentence = format!("ready within {} s on an existing database", MAX_READY.as_secs_f64());
    goal(&sentence, ready.collect(), MAX_READY.as_secs_f64(), |number| format!("{number:.3} s"));
    let idle = tables.iter().map(|table| Value { what: table.name(), number: table.idle_kb as f64 });
    let sentence = format!("at most {} MB of memory when idle", IDLE_MOST_KB / 1000);
    goal(&sentence, idle.collect(), IDLE_MOST_KB as f64, |number| format!("{:.1} MB", number / 1e3));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_groups_of_three() {
        let written = [0, 999, 1_000, 100_000, 1_234_567].map(thousands);
        assert_eq!(written, ["0", "999", "1,000", "100,000", "1,234,567"]);
    }
}

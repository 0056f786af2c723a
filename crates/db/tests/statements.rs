//! One SQL text means the same on both engines.

use crate::engines::*;
use db::{Db, Error, Value, params};
use jiff::civil::{Date, date};
use uuid::Uuid;

/// Companies 1 to 3; 20 employees, half of them with company 1, the others with company 2.
async fn fill(db: &Db) {
    for n in 1..=3 {
        insert_company(db, n).await;
    }
    let employee = |i: u128| {
        let hired = date(2020, 1, 1 + i as i8);
        params![uid(100 + i), uid(1 + i % 2), format!("E{i}"), format!("Name{}", i % 5), hired]
    };
    let mut tx = db.begin_write().await.unwrap();
    assert_eq!(tx.exec_many(INSERT_EMPLOYEE, (0..20).map(employee).collect()).await, Ok(20));
    let sql = "UPDATE employees SET email = $1, ended = $2 WHERE code = $3";
    tx.exec(sql, params![None::<&str>, date(2025, 1, 1), "E3"]).await.unwrap();
    tx.commit().await.unwrap();
}

async fn number(db: &Db, sql: impl Into<db::Sql>, params: Vec<Value>) -> i64 {
    db.one::<(i64,)>(sql, params).await.unwrap().0
}

both! {
    fn upserts_and_returning_work(db) {
        fill(db).await;
        let mut tx = db.begin_write().await.unwrap();
        let upsert = "INSERT INTO counters (k, n) VALUES ($1, 1)
            ON CONFLICT (k) DO UPDATE SET n = counters.n + excluded.n RETURNING n";
        for expected in [1, 2] {
            assert_eq!(tx.one::<(i64,)>(upsert, params!["a"]).await, Ok((expected,)));
        }
        let ignore = "INSERT INTO counters (k, n) VALUES ($1, 1) ON CONFLICT (k) DO NOTHING";
        assert_eq!(tx.exec(ignore, params!["a"]).await, Ok(0));
        let update = "UPDATE employees SET version = version + 1 WHERE company_id = $1 RETURNING id, version";
        assert_eq!(tx.all::<(Uuid, i64)>(update, params![uid(1)]).await.unwrap().len(), 10);
        let update_from = "UPDATE employees SET last_name = companies.name FROM companies
            WHERE companies.id = employees.company_id AND employees.code = $1";
        assert_eq!(tx.exec(update_from, params!["E0"]).await, Ok(1));
        tx.commit().await.unwrap();
        assert_eq!(number(db, "SELECT CAST(sum(version) AS BIGINT) FROM employees", params![]).await, 30);
    }

    fn placeholders_may_repeat_and_come_in_any_order(db) {
        let sql = "SELECT CAST($2 AS TEXT), CAST($1 AS BIGINT), CAST($2 AS TEXT)";
        let row: (String, i64, String) = db.one(sql, params![7, "x"]).await.unwrap();
        assert_eq!(row, ("x".into(), 7, "x".into()));
        // PostgreSQL would guess this parameter's type as int4.
        let sql = "SELECT count(*) FROM employees WHERE ($1 = 0 OR version = $1)";
        assert_eq!(number(db, sql, params![5_000_000_000_i64]).await, 0);
    }

    fn expressions_have_the_same_value_and_type(db) {
        fill(db).await;
        let sql = "SELECT CASE WHEN ended IS NULL THEN 1 ELSE 0 END, COALESCE(email, 'none'), ended IS NOT NULL,
            length(code) FROM employees WHERE code = 'E3'";
        let row: (i64, String, bool, i64) = db.one(sql, params![]).await.unwrap();
        assert_eq!(row, (0, "none".into(), true, 2));
        let sql = "SELECT code, row_number() OVER (PARTITION BY company_id ORDER BY hired DESC)
            FROM employees ORDER BY 2, 1 LIMIT 2";
        let windows: Vec<(String, i64)> = db.all(sql, params![]).await.unwrap();
        assert_eq!(windows, vec![("E18".into(), 1), ("E19".into(), 1)]);
        for condition in ["active", "active = TRUE", "active IS TRUE", "NOT (active = FALSE)"] {
            assert_eq!(number(db, format!("SELECT count(*) FROM companies WHERE {condition}"), params![]).await, 3);
        }
        for condition in ["active = $1", "active IS NOT DISTINCT FROM $1"] {
            let sql = format!("SELECT count(*) FROM companies WHERE {condition}");
            assert_eq!(number(db, sql, params![true]).await, 3);
        }
        for (pattern, found) in [("co %", 3), ("co\\%", 0)] {
            let sql = "SELECT count(*) FROM companies WHERE lower(name) LIKE $1 ESCAPE '\\'";
            assert_eq!(number(db, sql, params![pattern]).await, found);
        }
        let sql = "WITH e AS (SELECT * FROM employees WHERE hired >= $1) SELECT ended FROM e
            WHERE EXISTS (SELECT 1 FROM companies c WHERE c.id = e.company_id) ORDER BY ended NULLS LAST LIMIT 2";
        let ended: Vec<(Option<Date>,)> = db.all(sql, params![date(2020, 1, 2)]).await.unwrap();
        assert_eq!(ended, vec![(Some(date(2025, 1, 1)),), (None,)]);
        let sql = "WITH RECURSIVE r(n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM r WHERE n < 5)
            SELECT count(*) FILTER (WHERE n > 2) FROM r";
        assert_eq!(number(db, sql, params![]).await, 3);
        let sql = "SELECT string_agg(code, ',') FROM employees WHERE code = 'E3'";
        assert_eq!(db.one::<(String,)>(sql, params![]).await, Ok(("E3".into(),)));
        let sql = "SELECT settings ->> 'tz' FROM companies LIMIT 1";
        assert_eq!(db.one::<(Option<String>,)>(sql, params![]).await, Ok((None,)));
    }

    fn a_keyset_walk_visits_each_row_once_in_order(db) {
        insert_company(db, 1).await;
        let names = ["a", "B", "é", "Z", "", "日"];
        let row = |i: u128| {
            let id = uid(7919 * i % 1000 + 5000);
            params![id, uid(1), format!("E{i}"), names[(i % 6) as usize], date(2020, 1, 1)]
        };
        let mut tx = db.begin_write().await.unwrap();
        tx.exec_many(INSERT_EMPLOYEE, (0..1000).map(row).collect()).await.unwrap();
        tx.commit().await.unwrap();
        let page = "SELECT last_name, id FROM employees WHERE company_id = $1 AND (last_name, id) > ($2, $3)
            ORDER BY last_name, id LIMIT $4";
        let mut seen: Vec<(String, Uuid)> = vec![];
        loop {
            let (name, id) = seen.last().cloned().unwrap_or_default();
            let rows: Vec<(String, Uuid)> = db.all(page, params![uid(1), name, id, 37]).await.unwrap();
            if rows.is_empty() {
                break;
            }
            seen.extend(rows);
        }
        assert_eq!(seen.len(), 1000);
        assert!(seen.is_sorted_by(|a, b| a < b));
        if db.is_sqlite() {
            let explain = format!("EXPLAIN QUERY PLAN {page}");
            let plan: Vec<(i64, i64, i64, String)> = db.all(explain, params![uid(1), "", uid(0), 1]).await.unwrap();
            let seek = "employees_list (company_id=? AND (last_name,id)>(?,?))";
            assert!(plan[0].3.contains(seek), "{plan:?}");
        }
    }

    fn a_violated_constraint_has_the_same_name(db) {
        fill(db).await;
        let mut tx = db.begin_write().await.unwrap();
        tx.exec("UPDATE employees SET email = 'a@x' WHERE code = 'E1'", params![]).await.unwrap();
        tx.exec("UPDATE companies SET tax_id = 'T' WHERE id = $1", params![uid(1)]).await.unwrap();
        tx.commit().await.unwrap();
        let fails = async |sql: &'static str, params: Vec<Value>| {
            let mut tx = db.begin_write().await.unwrap();
            match tx.exec(sql, params).await {
                Ok(_) => tx.commit().await.unwrap_err(),
                Err(e) => e,
            }
        };
        let day = date(2020, 1, 1);
        let unique = |name: &str| Error::Unique(name.into());
        assert_eq!(fails(INSERT_COMPANY, params![uid(1), "Other", noon()]).await, unique("companies_pkey"));
        let expression_index = fails(INSERT_COMPANY, params![uid(9), "CO 1", noon()]).await;
        assert_eq!(expression_index, unique("companies_name_lower"));
        let unique_clause = fails("UPDATE companies SET tax_id = 'T'", params![]).await;
        assert_eq!(unique_clause, unique("companies_tax_id_key"));
        let two_columns = fails(INSERT_EMPLOYEE, params![uid(11), uid(1), "E0", "L", day]).await;
        assert_eq!(two_columns, unique("employees_code"));
        let partial_index = fails("UPDATE employees SET email = 'a@x' WHERE code = 'E2'", params![]).await;
        assert_eq!(partial_index, unique("employees_email_active"));

        let dates = fails("UPDATE employees SET ended = $1", params![date(2019, 1, 1)]).await;
        assert_eq!(dates, Error::Check("employees_dates".into()));
        let version = fails("UPDATE companies SET version = 0", params![]).await;
        assert_eq!(version, Error::Check("companies_version_positive".into()));
        let name = fails("UPDATE companies SET name = $1", params![None::<String>]).await;
        assert_eq!(name, Error::NotNull("companies.name".into()));

        // SQLite does not name foreign keys.
        let foreign = |name: &str| Error::ForeignKey((!db.is_sqlite()).then(|| name.into()));
        let insert = fails(INSERT_EMPLOYEE, params![uid(13), uid(77), "E7", "L", day]).await;
        assert_eq!(insert, foreign("employees_company_id_fkey"));
        let delete = fails("DELETE FROM companies WHERE id = $1", params![uid(1)]).await;
        assert_eq!(delete, foreign("employees_company_id_fkey"));
        let at_commit =
            fails("INSERT INTO deferred_child (id, company_id) VALUES (1, $1)", params![uid(77)]).await;
        assert_eq!(at_commit, foreign("deferred_child_company_id_fkey"));
        assert_eq!(count(db, "deferred_child").await, 0);
    }

    fn a_bulk_statement_runs_once_for_each_row(db) {
        let rows = |from: i64, to: i64| (from..to).map(|i| params![format!("k{i}"), i]).collect::<Vec<_>>();
        let insert = "INSERT INTO counters (k, n) VALUES ($1, $2)";
        let own = db.counted();
        let mut tx = own.begin_write().await.unwrap();
        assert_eq!(tx.exec_many(insert, rows(0, 1000)).await, Ok(1000));
        assert_eq!(tx.exec_many(insert, vec![]).await, Ok(0));
        assert_eq!(tx.exec_many("UPDATE counters SET n = 0 WHERE n < $1", vec![params![10], params![5]]).await, Ok(20));
        tx.commit().await.unwrap();
        assert_eq!(own.statements(), 2, "one trip each");
        // The one that fails decides, and nothing from the others stays.
        let mut tx = db.begin_write().await.unwrap();
        let again = tx.exec_many(insert, [rows(2000, 2500), rows(0, 1), rows(3000, 3500)].concat()).await;
        assert_eq!(again, Err(Error::Unique("counters_pkey".into())));
        assert_eq!(tx.commit().await, Err(Error::TxAborted));
        assert_eq!(count(db, "counters").await, 1000);
    }

    fn the_planner_knows_what_a_bulk_load_brought(db) {
        fill(db).await;
        db.settle().await.unwrap();
        let known = if db.is_sqlite() {
            "SELECT max(CAST(stat AS BIGINT)) FROM sqlite_stat1 WHERE tbl = 'employees'"
        } else {
            "SELECT CAST(reltuples AS BIGINT) FROM pg_class WHERE relname = 'employees'"
        };
        assert_eq!(number(db, known, params![]).await, 20);
    }

    fn statements_are_counted_and_recorded(db) {
        let (own, recording) = db.recorded();
        let before = db.statements();
        own.all::<(Uuid,)>("SELECT id FROM companies WHERE name = $1", params!["x"]).await.unwrap();
        let mut tx = own.begin_write().await.unwrap();
        tx.exec("UPDATE companies SET version = version + 1", params![]).await.unwrap();
        tx.exec_many("INSERT INTO counters (k, n) VALUES ($1, $2)", vec![params!["a", 1], params!["b", 2]])
            .await
            .unwrap();
        tx.notify("channel", "payload").unwrap();
        tx.commit().await.unwrap();
        let bulk = "INSERT INTO counters (k, n) VALUES ($1, $2)".to_owned();
        let expected = vec![
            ("SELECT id FROM companies WHERE name = $1".to_owned(), params!["x"]),
            ("UPDATE companies SET version = version + 1".to_owned(), params![]),
            (bulk.clone(), params!["a", 1]),
            (bulk, params!["b", 2]),
        ];
        assert_eq!(recording.statements(), expected);
        assert_eq!(own.statements(), 3);
        assert_eq!((db.counted().statements(), db.statements()), (0, before));
        assert_eq!(recording.take(), expected);
        let request = own.counted();
        request.all::<(i64,)>("SELECT 1", params![]).await.unwrap();
        assert_eq!((request.statements(), own.statements()), (1, 3));
        assert_eq!(recording.take(), vec![("SELECT 1".to_owned(), params![])]);
        assert_eq!(recording.statements(), vec![]);
        own.ping().await.unwrap();
        assert_eq!(own.schema_version().await, Ok(1));
        assert_eq!(own.statements(), 3, "what the crate does for itself is not counted");
    }
}

//! What goes in comes out, the same on both engines.

use crate::engines::*;
use db::{Cells, Db, Error, Unstorable, Value, in_list, params, row};
use jiff::{
    Timestamp,
    civil::{Date, date},
};
use serde_json::json;
use uuid::Uuid;

#[derive(Debug, PartialEq, Clone)]
struct Company {
    id: Uuid,
    name: String,
    tax_id: Option<String>,
    active: bool,
    settings: serde_json::Value,
    logo: Option<Vec<u8>>,
    founded: Option<Date>,
    revenue: Option<i64>,
    created_at: Timestamp,
    seen_at: Option<Timestamp>,
    version: i64,
}
row!(Company { id, name, tax_id, active, settings, logo, founded, revenue, created_at, seen_at, version });

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// Values that a careless column type would change: digit-only texts, the ends of each range, empty ones.
fn awkward_companies() -> Vec<Company> {
    let plain = Company {
        id: uid(0),
        name: "".into(),
        tax_id: None,
        active: false,
        settings: json!({}),
        logo: None,
        founded: None,
        revenue: None,
        created_at: at("2026-01-01T00:00:00Z"),
        seen_at: None,
        version: 1,
    };
    vec![
        plain.clone(),
        Company {
            id: uid(u128::MAX),
            name: "1e10".into(),
            tax_id: Some("00123".into()),
            active: true,
            settings: json!({"a": [1, 2.5, null, "ж"], "b": {"c": 1}}),
            logo: Some(vec![]),
            founded: Some(date(1, 1, 1)),
            revenue: Some(i64::MIN),
            seen_at: Some(at("1969-12-31T23:59:59.999999Z")),
            ..plain.clone()
        },
        Company {
            id: uid(1),
            name: "Ærø 日本 🦀 'quote\" $1 ?1 \\".into(),
            tax_id: Some("1e10".into()),
            settings: json!([1, 2]),
            logo: Some(b"123".to_vec()),
            founded: Some(date(9999, 12, 31)),
            revenue: Some(i64::MAX),
            seen_at: Some(at("9999-12-30T21:59:59.999999Z")),
            ..plain.clone()
        },
        Company {
            id: "12345678-1234-1234-1234-123456789012".parse().unwrap(),
            name: "0x1F".into(),
            tax_id: Some("".into()),
            settings: json!("1e10"),
            logo: Some(vec![0, 255, 0]),
            founded: Some(date(2026, 2, 28)),
            revenue: Some(9_007_199_254_740_993),
            ..plain.clone()
        },
        Company {
            id: uid(2),
            name: " 42 ".into(),
            tax_id: Some("+5".into()),
            settings: json!(null),
            revenue: Some(0),
            created_at: at("2026-03-29T01:30:00.000001Z"),
            ..plain.clone()
        },
        Company {
            id: uid(3),
            name: "Infinity".into(),
            tax_id: Some("-0.0".into()),
            settings: json!(true),
            ..plain
        },
    ]
}

async fn insert(db: &Db, companies: &[Company]) {
    let sql = format!(
        "INSERT INTO companies ({0}) VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11) RETURNING {0}",
        Company::COLS
    );
    let mut tx = db.begin_write().await.unwrap();
    for c in companies.iter().cloned() {
        let params = params![
            c.id,
            &c.name,
            c.tax_id.clone(),
            c.active,
            c.settings.clone(),
            c.logo.clone(),
            c.founded,
            c.revenue,
            c.created_at,
            c.seen_at,
            c.version
        ];
        assert_eq!(tx.one::<Company>(sql.clone(), params).await.unwrap(), c);
    }
    tx.commit().await.unwrap();
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct CompanyId(Uuid);
db::newtype!(CompanyId(Uuid));

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Ordinary,
    Foreign,
}
db::text!(Kind { Ordinary = "ordinary", Foreign = "foreign" });

both! {
    fn every_value_comes_back_as_it_was_written(db) {
        let companies = awkward_companies();
        insert(db, &companies).await;
        for c in companies {
            // Found again by each of its own values: none changed its type in the column.
            let sql = format!(
                "SELECT {} FROM companies WHERE id = $1 AND name = $2 AND active = $3 AND created_at = $4
                 AND (founded = $5 OR $5 IS NULL) AND (revenue = $6 OR $6 IS NULL)
                 AND (tax_id = $7 OR $7 IS NULL) AND (logo = $8 OR $8 IS NULL)
                 AND (seen_at = $9 OR $9 IS NULL)",
                Company::COLS
            );
            let params = params![
                c.id, &c.name, c.active, c.created_at, c.founded, c.revenue, c.tax_id.clone(), c.logo.clone(),
                c.seen_at
            ];
            assert_eq!(db.all::<Company>(sql, params).await.unwrap(), vec![c]);
        }
    }

    fn ids_and_texts_sort_by_their_bytes(db) {
        insert(db, &awkward_companies()).await;
        let ids: Vec<(Uuid,)> = db.all("SELECT id FROM companies ORDER BY id", params![]).await.unwrap();
        assert!(ids.is_sorted(), "{ids:?}");
        let names: Vec<(String,)> =
            db.all("SELECT name FROM companies ORDER BY name", params![]).await.unwrap();
        assert!(names.is_sorted(), "{names:?}");
    }

    fn an_instant_is_cut_to_microseconds(db) {
        let fine = at("2026-01-01T00:00:00.123456789Z");
        let mut tx = db.begin_write().await.unwrap();
        tx.exec(INSERT_COMPANY, params![uid(1), "x", fine]).await.unwrap();
        tx.commit().await.unwrap();
        let (back,): (Timestamp,) = db.one("SELECT created_at FROM companies", params![]).await.unwrap();
        assert_eq!(back, at("2026-01-01T00:00:00.123456Z"));
        assert_eq!(back, db::micros(fine));
    }

    fn what_one_engine_would_refuse_or_alter_is_refused_on_both(db) {
        let (nul, early) = (Error::Unstorable(Unstorable::Nul), Error::Unstorable(Unstorable::BeforeYearOne));
        let refused: [(Value, Error); 6] = [
            ("a\0b".into(), nul.clone()),
            (json!(5).into(), Error::Param("a JSON document is a bare number")),
            (json!({"a": ["\0"]}).into(), nul.clone()),
            (json!({"\0": 1}).into(), nul),
            (date(0, 12, 31).into(), early.clone()),
            (Timestamp::MIN.into(), early),
        ];
        for (value, error) in refused {
            let mut tx = db.begin_write().await.unwrap();
            let result = tx.exec("UPDATE counters SET k = k WHERE $1 IS NULL", vec![value]).await;
            assert_eq!(result, Err(error));
        }
        let missing = db.all::<(i64,)>("SELECT count(*) FROM companies WHERE id = $2", params![uid(1)]).await;
        assert_eq!(missing, Err(Error::Param("a placeholder has no value")));
    }

    fn own_types_are_parameters_and_columns(db) {
        let mut tx = db.begin_write().await.unwrap();
        let sql = "INSERT INTO companies (id, name, tax_id, created_at) VALUES ($1, $2, $3, $4)";
        tx.exec(sql, params![CompanyId(uid(7)), Kind::Foreign, None::<Kind>, noon()]).await.unwrap();
        tx.exec(sql, params![CompanyId(uid(8)), "unheard of", Some(Kind::Ordinary), noon()]).await.unwrap();
        tx.commit().await.unwrap();
        let by_id = "SELECT id, name, tax_id FROM companies WHERE id = $1";
        let first: (CompanyId, Kind, Option<Kind>) = db.one(by_id, params![CompanyId(uid(7))]).await.unwrap();
        assert_eq!(first, (CompanyId(uid(7)), Kind::Foreign, None));
        let second = db.one::<(CompanyId, Kind)>(by_id, params![CompanyId(uid(8))]).await;
        let why = "column 1 (name): the text is not one of the known values";
        assert_eq!(second, Err(Error::Decode(why.into())));
    }

    fn a_column_of_another_type_or_null_is_refused(db) {
        insert_company(db, 1).await;
        let as_number = db.one::<(i64,)>("SELECT name FROM companies", params![]).await;
        assert!(matches!(&as_number, Err(Error::Decode(_))), "{as_number:?}");
        let null = db.one::<(String,)>("SELECT tax_id FROM companies", params![]).await;
        assert_eq!(null, Err(Error::Decode("column 0 (tax_id): NULL is not expected".into())));
        let too_big = db.one::<(i32,)>("SELECT CAST(5000000000 AS BIGINT) AS n", params![]).await;
        assert_eq!(too_big, Err(Error::Decode("column 0 (n): the number is out of range".into())));
        let beyond = db.one::<(i64, i64)>("SELECT 1", params![]).await;
        assert!(matches!(&beyond, Err(Error::Decode(_))), "{beyond:?}");
    }

    fn an_in_list_finds_what_is_in_it_and_has_few_shapes(db) {
        for n in 1..=20 {
            insert_company(db, n).await;
        }
        for wanted in [0usize, 1, 3, 5, 20] {
            let mut params = params!["Co 3"];
            let list = in_list(&mut params, (0..wanted).map(|i| CompanyId(uid(1 + i as u128)))).unwrap();
            assert_eq!(params.len(), 1 + wanted.max(1).next_power_of_two());
            let sql = format!("SELECT count(*) FROM companies WHERE name <> $1 AND id IN {list}");
            let expected = if wanted >= 3 { wanted - 1 } else { wanted };
            assert_eq!(db.one::<(i64,)>(sql, params).await.unwrap().0, expected as i64);
        }
        assert!(in_list(&mut params![], 0..256i64).is_ok());
        assert!(matches!(in_list(&mut params![], 0..257i64), Err(Error::Param(_))));
    }

    fn a_row_of_any_shape_can_be_read(db) {
        insert(db, &awkward_companies()[3..4]).await;
        let sql = "SELECT name, revenue, founded, tax_id, logo, settings, CAST(NULL AS TEXT), active, id FROM companies";
        let Cells(cells) = db.one(sql, params![]).await.unwrap();
        let same = [json!("0x1F"), json!(9_007_199_254_740_993_i64), json!("2026-02-28"), json!(""), json!("00ff00")];
        assert_eq!(cells[..5], same);
        assert_eq!(cells[6], json!(null));
        let own = match db.is_sqlite() {
            true => [json!("\"1e10\""), json!(0), json!("12345678123412341234123456789012")],
            false => [json!("1e10"), json!(false), json!("12345678-1234-1234-1234-123456789012")],
        };
        assert_eq!([&cells[5], &cells[7], &cells[8]], [&own[0], &own[1], &own[2]]);
    }
}

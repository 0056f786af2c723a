//! An import that is undone.

use super::{ALL, business, code_of_ana, run, undo};
use crate::world::{World, both};

both! {
    async fn the_newest_import_can_be_taken_back_as_if_it_had_never_been(world: World) {
        let before = business(&world).await;
        run(&world, ALL, false).await;
        let rename = format!(
            "username,first_name,last_name,email,company,employee_code,date_of_birth\nana,Anabel,Morales,ana@example.com,Cedar Outfitters,{},1992-02-29\n",
            code_of_ana(&world).await
        );
        let copied = "SELECT count(*) FROM reporting_line l JOIN employee e ON e.id = l.employee_id
            WHERE l.birthday <> substr(CAST(e.date_of_birth AS TEXT), 6, 5)
              OR l.anniversary <> substr(CAST(e.current_hire_date AS TEXT), 6, 5)";
        assert_eq!(world.count(copied).await, 0);
        let (undone, _) = undo(&world).await.unwrap();
        assert_eq!(undone.faults, 0);
        assert_eq!(business(&world).await, before);
        assert!(undo(&world).await.is_err(), "once is enough");

        let (outcome, heard) = run(&world, &[("rename.csv", rename.as_str())], false).await;
        assert_eq!((outcome.added, outcome.changed), (0, 2), "{:?}", heard.faults);
        assert_ne!(business(&world).await["reporting_line"], before["reporting_line"], "lists sort by the new name");
        let anew = "SELECT count(*) FROM reporting_line WHERE birthday = '02-29' AND sort_name = 'morales, anabel'";
        assert!(world.count(anew).await > 0 && world.count(copied).await == 0);
        undo(&world).await.unwrap();
        assert_eq!(business(&world).await, before);
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'import.undone'").await, 2);
    }

    async fn what_was_changed_since_or_stands_on_an_import_stays(world: World) {
        run(&world, ALL, false).await;
        world.change("UPDATE person SET email = 'new@example.com' WHERE username = 'sam.ortiz'", vec![]).await;
        let changed = world.rows().await;
        let (outcome, said) = undo(&world).await.unwrap();
        assert_eq!((outcome.faults, said.len()), (1, 1), "{said:?}");
        assert!(said[0].starts_with("person of person sam.ortiz has changed since ("), "{said:?}");
        assert_eq!(world.rows().await, changed);

        world.change("UPDATE person SET email = 'sam@example.com' WHERE username = 'sam.ortiz'", vec![]).await;
        let sql = "INSERT INTO password_credential (person_id, tenant_id, hash, changed_at)
          SELECT id, tenant_id, 'x', $1 FROM person WHERE username = 'sam.ortiz'";
        world.change(sql, db::params![world.app.clock.now()]).await;
        let used = world.rows().await;
        assert_eq!(undo(&world).await.unwrap_err().code(), "IMPORT_IN_USE");
        assert_eq!(world.rows().await, used);
    }

    async fn an_undo_leaves_an_administrator(world: World) {
        world.add_person("rosa").await;
        run(&world, &[("roles.csv", "username,role,company\nrosa,Administrator,\n")], false).await;
        // Then she is the only one left.
        let others = "UPDATE role_assignment SET ends_on = '2026-12-31' WHERE company_id IS NULL
            AND person_id <> (SELECT id FROM person WHERE username = 'rosa')";
        assert!(world.change(others, vec![]).await > 0);
        let before = world.rows().await;
        assert_eq!(undo(&world).await.unwrap_err().code(), "LAST_ADMINISTRATOR");
        assert_eq!(world.rows().await, before);
        let grace = "UPDATE role_assignment SET ends_on = NULL WHERE company_id IS NULL
            AND person_id = (SELECT id FROM person WHERE username = 'grace')";
        assert!(world.change(grace, vec![]).await > 0);
        assert_eq!(undo(&world).await.unwrap().0.faults, 0);

        // Someone back at work is one, too.
        world.hold("ana", "Administrator", None, (None, None)).await;
        let left = "UPDATE employee SET status = 'Terminated' WHERE person_id = (SELECT id FROM person WHERE username = 'ana')";
        assert!(world.change(left, vec![]).await > 0);
        let sql = "SELECT first_name, last_name, email FROM person WHERE username = 'ana'";
        let (first, last, email): (String, String, String) = world.app.db.one(sql, vec![]).await.unwrap();
        let back = format!(
            "username,first_name,last_name,email,company,employee_code,status\nana,{first},{last},{email},Cedar Outfitters,{},Active\n",
            code_of_ana(&world).await
        );
        let (outcome, heard) = run(&world, &[("people.csv", &back)], false).await;
        assert_eq!((outcome.faults, outcome.changed), (0, 1), "{:?}", heard.faults);
        let others = "UPDATE role_assignment SET ends_on = '2026-12-31' WHERE company_id IS NULL
            AND person_id <> (SELECT id FROM person WHERE username = 'ana')";
        assert!(world.change(others, vec![]).await > 0);
        let before = world.rows().await;
        assert_eq!(undo(&world).await.unwrap_err().code(), "LAST_ADMINISTRATOR");
        assert_eq!(world.rows().await, before);
    }
}

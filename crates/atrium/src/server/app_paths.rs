//! Which paths are pages of the web app. The table comes from the app: `web/src/app/app-paths.test.ts` keeps it in step
//! with its routes.

const TABLE: &str = include_str!("../../../../web/app-paths.txt");

/// Reads a path the way the app's router does: capitals and a trailing slash make no difference, and `$…` is any one
/// segment.
pub(super) fn is_page(path: &str) -> bool {
    TABLE.lines().any(|page| is_at(page, path))
}

fn is_at(page: &str, path: &str) -> bool {
    let (page, path) = (page.trim_matches('/'), path.trim_matches('/'));
    let same = |(known, given): (&str, &str)| known.starts_with('$') || known.eq_ignore_ascii_case(given);
    page.split('/').count() == path.split('/').count() && page.split('/').zip(path.split('/')).all(same)
}

#[cfg(test)]
mod tests {
    use super::is_page;

    #[test]
    fn a_page_is_known_however_its_path_is_written() {
        for path in [
            "/",
            "/employee/home",
            "/HOME/",
            "/pay/paystub",
            "/pay/paystub/7",
            "/tabs/pay",
            "/login",
            "/login/reset",
        ] {
            assert!(is_page(path), "{path}");
        }
        for path in [
            "/v1/x",
            "/pay/nothing",
            "/pay/paystub/7/8",
            "/employee",
            "/login/anything",
            "/tabs/signin",
            "/x",
        ] {
            assert!(!is_page(path), "{path}");
        }
    }
}

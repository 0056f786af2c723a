//! Pages of a list, over its cursors (`shared/page.rs`).

use super::ApiCall;
use crate::shared::page::{Cursors, Page};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which page.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// How many entries a page has, at most. 20 if you don't say.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<i32>,
    /// `next` of the page before.
    #[param(max_length = 1024)]
    pub cursor: Option<String>,
}

impl PageQuery {
    pub fn asked(&self) -> (Option<i32>, Option<&str>) {
        (self.limit, self.cursor.as_deref())
    }
}

#[derive(Serialize, ToSchema)]
pub struct ApiPage<T> {
    pub results: Vec<T>,
    /// Send it back as `cursor` for the next page. Null if there is none.
    pub next: Option<String>,
}

impl<T> ApiPage<T> {
    pub fn of<U>(page: Page<U>, on_wire: impl FnMut(U) -> T) -> ApiPage<T> {
        let page = page.map(on_wire);
        ApiPage { results: page.results, next: page.links.next }
    }
}

impl ApiCall {
    /// `list` names the list and whatever narrows it: a cursor is valid only there, and for this machine's tenant.
    pub fn cursors(&self, list: &str) -> Cursors<'_> {
        Cursors::new(&self.app().keys.cursor, format!("api of {}: {list}", self.author().tenant))
    }
}

//! "Your pay stub is here": told once per stub, when its employee can see it. No amounts: mail is read on other people's
//! screens.
//!
//! A stub waits in `pay_stub_notice` from its import on; its row goes in the transaction of the notice, so a restart or a
//! second node tells no one twice, and undoing the import takes back what no one was told yet.

use super::store::{self, ToldStub};
use crate::access;
use crate::app::App;
use crate::inbox::{self, NoticeKind};
use crate::notices::{self, Letter};
use crate::shared::problem::Problem;
use crate::work::{Author, Work};

/// Stubs told of in one transaction.
const MAX_TOLD: i64 = 200;

/// Returns whether there is more to tell.
pub async fn tell_of_stubs(app: &App) -> Result<bool, Problem> {
    let upkeep = access::upkeep();
    let mut is_more = false;
    for company in store::companies_to_tell(&app.db, &upkeep).await? {
        let through = company.stubs_visible.through(app.clock.today(&company.time_zone));
        if company.first_date > through {
            continue;
        }
        let author = Author { tenant: company.tenant_id, person: None, address: String::new() };
        let mut work = Work::begin(app, &app.db, author).await?;
        let taken = store::take_untold(work.tx(), &upkeep, (company.id, through), MAX_TOLD).await?;
        is_more |= taken.len() == usize::try_from(MAX_TOLD).unwrap_or(usize::MAX);
        let told = store::told(work.tx(), &upkeep, company.tenant_id, &taken).await?;
        let scope = access::news(&upkeep, company.tenant_id, company.id);
        let link = |stub: &ToldStub| format!("{}/pay/paystub/{}", app.settings.public_url, stub.id);
        let links: Vec<String> = told.iter().map(link).collect();
        let mut letters = vec![];
        for (stub, link) in told.iter().zip(&links) {
            let facts = inbox::Facts { first_day: Some(stub.check_date), ..inbox::Facts::default() };
            inbox::tell(&mut work, scope.clone(), stub.person_id, NoticeKind::PayStubHere, &facts)?;
            let letter = Letter::PayStubHere {
                first_name: &stub.first_name,
                company: &company.name,
                pay_date: stub.check_date,
                link,
            };
            letters.push((stub.email.as_str(), stub.language.as_str(), letter));
        }
        notices::mail_many(&mut work, &letters).await?;
        work.commit().await?;
    }
    Ok(is_more)
}

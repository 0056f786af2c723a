//! A provider tried out before anyone signs in with it, for the console. The command line tries it the same way.

use super::provider::{ProviderReport, report};
use crate::access::{self, AdminScope, Write};
use crate::call::Call;
use crate::factors;
use crate::shared::id::TenantId;
use crate::shared::outbound::Outbound;
use crate::shared::problem::{FrameCode, Problem};
use crate::upstreams::{self, Upstreams};
use async_graphql::{Context, ID, Object, SimpleObject};

/// What a provider says about itself.
#[derive(SimpleObject)]
#[graphql(serial)]
struct UpstreamTest {
    /// Everything a sign-in needs is there.
    is_good: bool,
    /// Its discovery document could be read.
    is_reachable: bool,
    /// The issuer it names, where it isn't the one asked for.
    other_issuer: Option<String>,
    /// Browsers may be sent to its authorization endpoint.
    is_authorization_allowed: bool,
    /// How many keys it has that we can check signatures with.
    keys: usize,
    can_sign_out: bool,
}

impl From<ProviderReport> for UpstreamTest {
    fn from(report: ProviderReport) -> UpstreamTest {
        UpstreamTest {
            is_good: report.is_good(),
            is_reachable: report.is_reachable,
            other_issuer: report.other_issuer,
            is_authorization_allowed: report.is_authorization_allowed,
            keys: report.keys,
            can_sign_out: report.can_sign_out,
        }
    }
}

#[derive(Default)]
pub struct UpstreamTestQuery;

#[Object]
impl UpstreamTestQuery {
    /// Asks the provider at an issuer about itself. Counted like sign-ins sent to a provider: it costs a call to another
    /// server.
    async fn test_upstream(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        issuer: String,
    ) -> Result<UpstreamTest, Problem> {
        let call = Call::of(context);
        let _: AdminScope<Upstreams, Write> =
            access::administered(call.viewer().await?, TenantId::from_wire(&tenant_id)?)?;
        let issuer = upstreams::check_issuer(&call.app, &issuer)?;
        if factors::throttle(&call.app, &factors::upstream_buckets(&call.address)).await?.is_some() {
            let (code, field, message) = FrameCode::TooManyTries.parts();
            return Err(Problem::Refused { code, field, message });
        }
        let outbound =
            Outbound::new(&call.app.settings.outbound_allowed_hosts).map_err(Problem::Unavailable)?;
        Ok(report(&outbound, &issuer).await.into())
    }
}

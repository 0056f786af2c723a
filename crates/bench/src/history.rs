//! One employee with hundreds of requests more than the others: their page and their manager's queue must not feel it.

use crate::client::{Connection, Outgoing};
use crate::ground::Ground;
use crate::operations::{LADEN, day_off_request};

const MORE: usize = 480;

pub(crate) async fn write(connection: &mut Connection, ground: &Ground) -> Result<(), String> {
    for nth in 0..MORE {
        let body = day_off_request(ground, ground.as_employee(LADEN), &nth.to_string());
        let mut request = Outgoing::post("/graphql", Some(ground.token(LADEN)), body);
        request.idempotency_key = Some(format!("bench-history-{nth}"));
        connection.send(&request).await?.accepted()?;
    }
    Ok(())
}

//! Wrong uses that must not compile, each next to the right one. They differ in nothing else, so nothing else can be what fails.
//!
//! **A use case that gets a proven change**, and one that gets the change alone:
//!
//! ```
//! # use atrium::{call::Call, factors::{NeedsProof, ProofPurpose, Proven}, shared::problem::Problem};
//! # struct NewAccount;
//! # impl NeedsProof for NewAccount {
//! #     fn purpose(&self) -> Option<ProofPurpose> { Some(ProofPurpose::SaveDeposits) }
//! #     fn bound_to(&self) -> serde_json::Value { serde_json::json!("a new account") }
//! # }
//! fn save(_: Proven<NewAccount>) {}
//! async fn resolve(call: &Call, change: NewAccount) -> Result<(), Problem> {
//!     let change = call.prove(change).await?;
//!     Ok(save(change))
//! }
//! ```
//! ```compile_fail,E0308
//! # use atrium::{call::Call, factors::{NeedsProof, ProofPurpose, Proven}, shared::problem::Problem};
//! # struct NewAccount;
//! # impl NeedsProof for NewAccount {
//! #     fn purpose(&self) -> Option<ProofPurpose> { Some(ProofPurpose::SaveDeposits) }
//! #     fn bound_to(&self) -> serde_json::Value { serde_json::json!("a new account") }
//! # }
//! fn save(_: Proven<NewAccount>) {}
//! async fn resolve(call: &Call, change: NewAccount) -> Result<(), Problem> {
//!     Ok(save(change))
//! }
//! ```
//!
//! **A proof of the change that is made**, and one of another change:
//!
//! ```
//! # use atrium::factors::Proven;
//! # struct NewAccount;
//! # struct NewPhone;
//! fn save(_: Proven<NewAccount>) {}
//! fn resolve(change: Proven<NewAccount>) {
//!     save(change)
//! }
//! ```
//! ```compile_fail,E0308
//! # use atrium::factors::Proven;
//! # struct NewAccount;
//! # struct NewPhone;
//! fn save(_: Proven<NewAccount>) {}
//! fn resolve(change: Proven<NewPhone>) {
//!     save(change)
//! }
//! ```
//!
//! **A proof from a challenge**, and one made by hand:
//!
//! ```
//! # use atrium::{call::Call, factors::{NeedsProof, Proven}, shared::problem::Problem};
//! async fn proof<C: NeedsProof>(call: &Call, change: C) -> Result<Proven<C>, Problem> {
//!     call.prove(change).await
//! }
//! ```
//! ```compile_fail,E0451
//! # use atrium::{call::Call, factors::{NeedsProof, Proven}, shared::problem::Problem};
//! async fn proof<C: NeedsProof>(call: &Call, change: C) -> Result<Proven<C>, Problem> {
//!     Ok(Proven { change })
//! }
//! ```

//! What features with HTTP routes of their own answer with. The router and the server are in `server/`.

pub mod answers;

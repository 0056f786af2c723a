//! Every case runs on both engines, each on its own database. A number in a name is a line in the security
//! requirements.

mod authorize;
mod clients;
mod discovery;
mod keys;
mod logout;
mod nodes;
mod races;
mod refresh;
mod sessions;
mod statements;
mod throttle;
mod token;
mod tokens;
mod userinfo;
mod world;

//! The real binary, started as an operator would start it.

use super::browser::{PASSWORD, VERIFIER, challenge, in_query};
use super::template;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

pub struct Program {
    child: Child,
    pub url: String,
    client: reqwest::Client,
}

/// A port that no one listens on, outside the range the system hands out: any other may have become one end of a
/// connection by the time a program wants to listen there. Tests run in processes of their own: each begins elsewhere.
pub fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let mut ports = std::iter::from_fn(|| {
        let place = std::process::id() * 13 + NEXT.fetch_add(1, Ordering::Relaxed);
        u16::try_from(10_000 + place % 20_000).ok()
    });
    ports.find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).unwrap()
}

/// `atrium` with these arguments and nothing of ours in its environment; it stops without a grace.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_atrium"));
    let inherited = std::env::vars().filter(|(name, _)| !name.starts_with("ATRIUM_"));
    command.args(arguments).env_clear().envs(inherited).env("ATRIUM_SHUTDOWN_GRACE_MS", "0");
    command
}

impl Program {
    /// A demo for the day of the tests, ready to answer.
    pub async fn demo(folder: &Path, database_url: Option<&str>) -> Program {
        Self::start(folder, database_url, &mut command(&[])).await
    }

    /// As `demo`, with a command prepared by the caller; the demo's arguments are added to it.
    pub async fn start(folder: &Path, database_url: Option<&str>, command: &mut Command) -> Program {
        let port = free_port();
        command.args([
            "demo",
            "--today",
            &template::TODAY.to_string(),
            "--listen",
            &format!("127.0.0.1:{port}"),
        ]);
        command.arg("--data-dir").arg(folder);
        if let Some(url) = database_url {
            command.args(["--database-url", url]);
        }
        std::fs::create_dir_all(folder).unwrap();
        let log = std::fs::File::create(folder.join("log")).unwrap();
        let child = command.stdout(Stdio::null()).stderr(log).spawn().unwrap();
        // Every request on a connection of its own: after a kill nothing stale is left in a pool.
        let client = reqwest::Client::builder().pool_max_idle_per_host(0).timeout(Duration::from_secs(20));
        let client = client.redirect(reqwest::redirect::Policy::none());
        let mut program =
            Program { child, url: format!("http://127.0.0.1:{port}"), client: client.build().unwrap() };
        program.until_ready().await;
        program
    }

    /// However long that takes: a machine may be busy, and the person running the tests ends what hangs.
    async fn until_ready(&mut self) {
        while self.get("/readyz").await.is_none_or(|(status, _)| status != 200) {
            assert!(self.child.try_wait().unwrap().is_none(), "the program ended instead of serving");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Status and body; `None` when the connection failed.
    pub async fn get(&self, path: &str) -> Option<(u16, String)> {
        let response = self.client.get(format!("{}{path}", self.url)).send().await.ok()?;
        Some((response.status().as_u16(), response.text().await.ok()?))
    }

    /// Signs someone in as a browser would, and returns the access token.
    pub async fn token(&self, username: &str) -> String {
        let signed_in = self.sign_in(username, "127.0.0.1", &mut BTreeMap::new()).await;
        signed_in.unwrap_or_else(|(status, body)| panic!("{status} {body}"))
    }

    /// As `token`, in a browser with these cookies behind a proxy that says where it is. Otherwise what the password was
    /// answered with.
    pub async fn sign_in(
        &self,
        username: &str,
        from: &str,
        cookies: &mut BTreeMap<String, String>,
    ) -> Result<String, (u16, Value)> {
        let base = self.url.replace("127.0.0.1", "localhost");
        let callback = format!("{base}/callback");
        let request = self.waiting(from, cookies).await?;
        let at = |path: &str| format!("{}{path}", self.url);
        let typed = json!({ "request": request, "username": username, "password": PASSWORD });
        let welcome = self.send(self.client.post(at("/login/password")).json(&typed), from, cookies).await;
        let (status, answer) = (welcome.status().as_u16(), welcome.json::<Value>().await.unwrap_or_default());
        let Some(next) = answer["next"].as_str() else { return Err((status, answer)) };
        let back = self.send(self.client.get(at(next)), from, cookies).await;
        let exchange = self.client.post(at("/oauth2/token")).form(&[
            ("grant_type", "authorization_code"),
            ("client_id", "atrium-web"),
            ("code", &in_query(back.headers(), "code")),
            ("redirect_uri", &callback),
            ("code_verifier", VERIFIER),
        ]);
        let tokens: Value = exchange.send().await.unwrap().json().await.unwrap();
        Ok(tokens["access_token"].as_str().unwrap_or_else(|| panic!("{tokens}")).to_owned())
    }

    /// A request of the web app that waits for a sign-in.
    pub async fn waiting(
        &self,
        from: &str,
        cookies: &mut BTreeMap<String, String>,
    ) -> Result<String, (u16, Value)> {
        let callback = format!("{}/callback", self.url.replace("127.0.0.1", "localhost"));
        let asked = [
            ("response_type", "code"),
            ("client_id", "atrium-web"),
            ("scope", "openid"),
            ("state", "s1"),
            ("redirect_uri", &callback),
            ("code_challenge", &challenge()),
            ("code_challenge_method", "S256"),
        ];
        let address = format!("{}/oauth2/authorize", self.url);
        let authorize = url::Url::parse_with_params(&address, &asked).unwrap();
        let to_login = self.send(self.client.get(authorize), from, cookies).await;
        match to_login.status().as_u16() {
            303 => Ok(in_query(to_login.headers(), "request")),
            status => Err((status, Value::Null)),
        }
    }

    async fn send(
        &self,
        request: reqwest::RequestBuilder,
        from: &str,
        cookies: &mut BTreeMap<String, String>,
    ) -> reqwest::Response {
        let pairs: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = request.header("cookie", pairs.join("; ")).header("x-forwarded-for", from);
        let response = request.send().await.unwrap();
        for set in response.headers().get_all("set-cookie") {
            let (name, value) = set.to_str().unwrap().split(';').next().unwrap().split_once('=').unwrap();
            cookies.insert(name.to_owned(), value.to_owned());
        }
        response
    }

    pub async fn ask(&self, token: &str, query: &str, variables: Value, key: &str) -> Option<(u16, Value)> {
        let request = self.client.post(format!("{}/graphql", self.url)).bearer_auth(token);
        let request =
            request.header("idempotency-key", key).json(&json!({ "query": query, "variables": variables }));
        let response = request.send().await.ok()?;
        Some((response.status().as_u16(), response.json().await.ok()?))
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Asks it to stop and gives its exit code.
    pub fn stop(mut self) -> Option<i32> {
        self.terminate();
        self.child.wait().unwrap().code()
    }

    pub fn terminate(&self) {
        let pid = self.pid().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    }

    pub fn wait(mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

//! Which portal the window shows, and what its pages may ask of the computer: the shell's commands, from that origin only.

use tauri::ipc::CapabilityBuilder;
use tauri::webview::NewWindowResponse;
use tauri::{AppHandle, Manager, Url, WebviewUrl, WebviewWindow, WebviewWindowBuilder};

pub(crate) const WINDOW: &str = "main";
const VARIABLE: &str = "ATRIUM_URL";
const COMMANDS: &[&str] = &[
    "allow-shell-version",
    "allow-vault-store",
    "allow-vault-unlock",
    "allow-vault-lock",
    "allow-vault-clear",
    "allow-login-redirect",
    "allow-login-open",
    "allow-open-browser",
    "allow-save-file",
];

#[derive(Clone, Debug)]
pub(crate) struct Portal(Url);

impl Portal {
    /// Where this build belongs to; a variable of the environment says otherwise, for development and tests.
    pub(crate) fn chosen() -> Result<Portal, String> {
        let given = std::env::var(VARIABLE).ok();
        Portal::at(given.as_deref().or(option_env!("ATRIUM_URL")).unwrap_or("http://localhost:8080"))
    }

    fn at(address: &str) -> Result<Portal, String> {
        let wrong = || {
            format!(
                "{VARIABLE} must be the portal's address, such as https://portal.example.com, not {address:?}"
            )
        };
        let url = Url::parse(address).map_err(|_| wrong())?;
        let is_loopback = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        let is_safe = url.scheme() == "https" || (url.scheme() == "http" && is_loopback);
        if is_safe && url.path() == "/" && url.query().is_none() { Ok(Portal(url)) } else { Err(wrong()) }
    }

    pub(crate) fn has(&self, url: &Url) -> bool {
        url.origin() == self.0.origin()
    }

    /// The window, which stays with the portal: what leads elsewhere opens in the system's browser (`open_browser`), and files are saved by
    /// `save_file` alone.
    pub(crate) fn open(&self, app: &AppHandle) -> tauri::Result<WebviewWindow> {
        let mut capability = CapabilityBuilder::new("portal")
            .local(false)
            .window(WINDOW)
            .remote(format!("{}/*", self.0.origin().ascii_serialization()));
        for command in COMMANDS {
            capability = capability.permission(*command);
        }
        app.add_capability(capability)?;
        let stays = self.clone();
        WebviewWindowBuilder::new(app, WINDOW, WebviewUrl::External(self.0.clone()))
            .title("Atrium")
            .inner_size(1280.0, 860.0)
            .min_inner_size(390.0, 600.0)
            .on_navigation(move |url| stays.has(url))
            .on_new_window(|_, _| NewWindowResponse::Deny)
            .on_download(|_, _| false)
            .build()
    }
}

#[cfg(test)]
mod tests {
    use super::Portal;

    #[test]
    fn a_portal_is_an_origin_and_safe() {
        for (address, is_one) in [
            ("https://portal.example.com", true),
            ("https://portal.example.com:8443/", true),
            ("http://localhost:8080", true),
            ("http://127.0.0.1:41234", true),
            ("http://portal.example.com", false),
            ("https://portal.example.com/pay", false),
            ("https://portal.example.com/?x=1", false),
            ("file:///etc/passwd", false),
            ("portal", false),
        ] {
            assert_eq!(Portal::at(address).is_ok(), is_one, "{address}");
        }
    }

    #[test]
    fn another_origin_is_not_the_portal() {
        let portal = Portal::at("https://portal.example.com").unwrap();
        let has = |address: &str| portal.has(&address.parse().unwrap());
        assert!(has("https://portal.example.com/tabs/pay"));
        for other in [
            "https://portal.example.com:8443/",
            "http://portal.example.com/",
            "https://portal.example.com.evil.example/",
        ] {
            assert!(!has(other), "{other}");
        }
    }
}

//! The desktop shell: one window that shows the portal, and what only a computer can do for it. The app in the window is the server's own;
//! web/src/app/platform/tauri.ts lists the commands and events it counts on.
//!
//! - `portal.rs` which portal, and what its pages may ask.
//! - `safe.rs` the vault; `passcode.rs` how someone proves who they are; `life.rs` when the app is in the background;
//!   `screen.rs` whether the screen is locked.
//! - `loopback.rs` where the system's browser brings the sign-in's answer; `downloads.rs` where files go.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod downloads;
mod life;
mod loopback;
mod passcode;
mod portal;
mod safe;
mod screen;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use loopback::Loopback;
use passcode::Question;
use portal::{Portal, WINDOW};
use safe::Safe;
use serde::Serialize;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tauri::{AppHandle, Manager, State, Url};
use vault::Unlocked;

/// What `vault_unlock` answers with.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum UnlockedOnWire {
    Open { secret: String },
    Refused { tries_left: u32 },
    Empty,
}

impl From<Unlocked> for UnlockedOnWire {
    fn from(unlocked: Unlocked) -> UnlockedOnWire {
        match unlocked {
            Unlocked::Open { secret } => UnlockedOnWire::Open { secret },
            Unlocked::Refused { tries_left } => UnlockedOnWire::Refused { tries_left },
            Unlocked::Empty => UnlockedOnWire::Empty,
        }
    }
}

/// The sign-in under way. A new one ends the one before.
#[derive(Default)]
struct SignIn(Mutex<Option<(Arc<Loopback>, Arc<AtomicBool>)>>);

impl SignIn {
    fn begin(&self, loopback: Loopback) {
        let mut under_way = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, gave_up)) = under_way.replace((Arc::new(loopback), Arc::new(AtomicBool::new(false))))
        {
            gave_up.store(true, Ordering::Relaxed);
        }
    }

    fn take(&self) -> Option<(Arc<Loopback>, Arc<AtomicBool>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[tauri::command]
fn shell_version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

#[tauri::command(async)]
fn vault_store(app: AppHandle, safe: State<'_, Arc<Safe>>, secret: String) -> Result<(), String> {
    safe.store(&secret, |asking| passcode::ask(&app, asking))
}

#[tauri::command(async)]
fn vault_unlock(app: AppHandle, safe: State<'_, Arc<Safe>>) -> Result<UnlockedOnWire, String> {
    Ok(safe.unlock(|asking| passcode::ask(&app, asking))?.into())
}

#[tauri::command(async)]
fn vault_lock(app: AppHandle, safe: State<'_, Arc<Safe>>) {
    if safe.lock()
        && let Some(window) = app.get_webview_window(WINDOW)
    {
        life::tell(&window, "locked");
    }
}

#[tauri::command(async)]
fn vault_clear(safe: State<'_, Arc<Safe>>) -> Result<(), String> {
    safe.clear()
}

#[tauri::command(async)]
fn login_redirect(sign_in: State<'_, SignIn>) -> Result<String, String> {
    let loopback = Loopback::open().map_err(|error| error.to_string())?;
    let redirect = loopback.redirect();
    sign_in.begin(loopback);
    Ok(redirect)
}

/// Only the portal's own provider is opened to sign in, and only to answer here.
#[tauri::command(async)]
fn login_open(
    portal: State<'_, Portal>,
    sign_in: State<'_, SignIn>,
    url: String,
) -> Result<Option<String>, String> {
    let address = Url::parse(&url)
        .ok()
        .filter(|address| portal.has(address))
        .ok_or("this isn't the portal's provider")?;
    let (loopback, gave_up) = sign_in.take().ok_or("no sign-in is under way")?;
    let state = loopback.state_of(&address).ok_or("its answer wouldn't come here")?;
    browse(address.as_str())?;
    Ok(loopback.answer(&state, loopback::PATIENCE, &gave_up))
}

#[tauri::command(async)]
fn open_browser(url: String) -> Result<(), String> {
    let address = Url::parse(&url).map_err(|error| error.to_string())?;
    if !matches!(address.scheme(), "http" | "https") {
        return Err("only pages of the web open in the browser".to_owned());
    }
    browse(address.as_str())
}

#[tauri::command(async)]
fn save_file(app: AppHandle, name: String, base64: String) -> Result<(), String> {
    let bytes = STANDARD.decode(base64).map_err(|error| error.to_string())?;
    downloads::save(&download_folder(&app)?, &name, &bytes).map(drop).map_err(|error| error.to_string())
}

/// Not every computer names one.
fn download_folder(app: &AppHandle) -> Result<PathBuf, String> {
    let paths = app.path();
    let found = paths.download_dir().or_else(|_| paths.home_dir().map(|home| home.join("Downloads")));
    found.map_err(|error| error.to_string())
}

/// The address is an argument of its own: no shell reads it.
fn browse(address: &str) -> Result<(), String> {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut command = Command::new(program);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = command.spawn().map_err(|error| format!("{program}: {error}"))?;
    // Some stay until the browser is closed.
    std::thread::spawn(move || child.wait());
    Ok(())
}

fn main() -> ExitCode {
    let portal = match Portal::chosen() {
        Ok(portal) => portal,
        Err(why) => {
            eprintln!("atrium: {why}");
            return ExitCode::FAILURE;
        }
    };
    let shown = portal.clone();
    let built = tauri::Builder::default()
        .manage(portal)
        .manage(Arc::new(Safe::new()))
        .manage(SignIn::default())
        .manage(Question::default())
        .invoke_handler(tauri::generate_handler![
            shell_version,
            vault_store,
            vault_unlock,
            vault_lock,
            vault_clear,
            login_redirect,
            login_open,
            open_browser,
            save_file,
            passcode::passcode_question,
            passcode::passcode_answer
        ])
        .setup(move |app| {
            passcode::allow(app.handle())?;
            let window = shown.open(app.handle())?;
            life::follow(app.handle(), window);
            Ok(())
        })
        .run(tauri::generate_context!());
    match built {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("atrium: {error}");
            ExitCode::FAILURE
        }
    }
}

//! When the app is in the background: minimized, hidden or behind a locked screen, not merely without focus. The window system tells of the
//! first two in different ways, or not at all, so the window is looked at; what it says is told to the page as an event, and to the vault.

use crate::safe::Safe;
use crate::screen::Screen;
use std::sync::Arc;
use std::time::Duration;
use tauri::{AppHandle, Manager, WebviewWindow};

const LOOK_EVERY: Duration = Duration::from_millis(200);

/// The names of web/src/app/platform/tauri.ts.
pub(crate) fn tell(window: &WebviewWindow, event: &str) {
    let _gone =
        window.eval(format!("dispatchEvent(new CustomEvent('atrium-shell', {{ detail: '{event}' }}))"));
}

pub(crate) fn follow(app: &AppHandle, window: WebviewWindow) {
    let safe = app.state::<Arc<Safe>>().inner().clone();
    let screen = Screen::follow();
    std::thread::spawn(move || {
        let mut is_away = false;
        // A window that's gone has no state: the app ends.
        while let Ok(now_away) = away(&window, &screen) {
            match (is_away, now_away) {
                (false, true) => {
                    safe.leave();
                    tell(&window, "background");
                }
                (true, true) if safe.tick() => tell(&window, "locked"),
                (true, false) => {
                    // Before the page hears that it is back.
                    if safe.come_back() {
                        tell(&window, "locked");
                    }
                    tell(&window, "foreground");
                }
                _ => {}
            }
            is_away = now_away;
            std::thread::sleep(LOOK_EVERY);
        }
    });
}

fn away(window: &WebviewWindow, screen: &Screen) -> tauri::Result<bool> {
    Ok(window.is_minimized()? || !window.is_visible()? || screen.is_locked())
}

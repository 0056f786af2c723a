//! The passcode with which someone unlocks the app on this computer: chosen at the first sign-in, kept as a hash in the key ring, and asked
//! for in a small window of the shell's own, whose page (pages/passcode.html) no portal can reach into.

use argon2::Argon2;
use argon2::password_hash::rand_core::OsRng;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use serde::Serialize;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tauri::ipc::CapabilityBuilder;
use tauri::webview::NewWindowResponse;
use tauri::{AppHandle, Manager, State, WebviewUrl, WebviewWindowBuilder, WindowEvent};
use vault::Keyring;

const WINDOW: &str = "passcode";
const MIN_CHARS: usize = 6;
const MAX_CHARS: usize = 128;

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Asking {
    Choose,
    Enter,
}

pub(crate) struct Passcodes<K> {
    keyring: Mutex<K>,
}

impl<K: Keyring> Passcodes<K> {
    pub(crate) fn new(keyring: K) -> Passcodes<K> {
        Passcodes { keyring: Mutex::new(keyring) }
    }

    fn with<T>(&self, act: impl FnOnce(&mut K) -> T) -> T {
        act(&mut self.keyring.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn is_chosen(&self) -> Result<bool, K::Error> {
        Ok(self.with(|keyring| keyring.read())?.is_some())
    }

    pub(crate) fn choose(&self, passcode: &str) -> Result<(), String> {
        if !(MIN_CHARS..=MAX_CHARS).contains(&passcode.chars().count()) {
            return Err("a passcode has 6 to 128 characters".to_owned());
        }
        let salt = SaltString::generate(&mut OsRng);
        let hash = Argon2::default().hash_password(passcode.as_bytes(), &salt);
        let hash = hash.map_err(|error| error.to_string())?.to_string();
        self.with(|keyring| keyring.write(&hash)).map_err(|_| "the key ring can't be used".to_owned())
    }

    /// No passcode is right where none was chosen, or where what is kept can't be read.
    pub(crate) fn is_right(&self, passcode: &str) -> Result<bool, K::Error> {
        let kept = self.with(|keyring| keyring.read())?;
        let hash = kept.as_deref().and_then(|text| PasswordHash::new(text).ok());
        Ok(hash.is_some_and(|hash| Argon2::default().verify_password(passcode.as_bytes(), &hash).is_ok()))
    }

    pub(crate) fn forget(&self) -> Result<(), K::Error> {
        self.with(|keyring| keyring.erase())
    }
}

/// What the window asks, and where its answer goes. Each has a number: a window that goes takes only its own question along.
#[derive(Default)]
pub(crate) struct Question(Mutex<Asked>);

#[derive(Default)]
struct Asked {
    number: u64,
    open: Option<(Asking, Sender<String>)>,
}

impl Question {
    fn taken(&self) -> MutexGuard<'_, Asked> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, asking: Asking) -> (u64, Receiver<String>) {
        let (sender, answer) = channel();
        let mut asked = self.taken();
        asked.number += 1;
        asked.open = Some((asking, sender));
        (asked.number, answer)
    }

    /// The sender goes, and with it the waiting.
    fn give_up(&self, number: u64) {
        let mut asked = self.taken();
        if asked.number == number {
            asked.open = None;
        }
    }

    fn asking(&self) -> Option<Asking> {
        self.taken().open.as_ref().map(|(asking, _)| *asking)
    }

    fn answer(&self, text: String) {
        if let Some((_, sender)) = self.taken().open.take() {
            // The caller may be gone.
            let _gone = sender.send(text);
        }
    }
}

/// The window's page, and no other, may ask what it is for and give the answer.
pub(crate) fn allow(app: &AppHandle) -> tauri::Result<()> {
    let capability = CapabilityBuilder::new("passcode").window(WINDOW);
    app.add_capability(capability.permission("allow-passcode-question").permission("allow-passcode-answer"))
}

/// Opens the window and waits; none when it's closed. Never called on the thread that draws windows.
pub(crate) fn ask(app: &AppHandle, asking: Asking) -> Option<String> {
    let (number, answer) = app.state::<Question>().put(asking);
    let page = WebviewUrl::App("passcode.html".into());
    let window = WebviewWindowBuilder::new(app, WINDOW, page)
        .title("Atrium")
        .inner_size(420.0, 400.0)
        .resizable(false)
        .always_on_top(true)
        .center()
        // The page knows the language.
        .on_document_title_changed(|window, title| drop(window.set_title(&title)))
        .on_navigation(|url| url.scheme() == "tauri" || url.host_str() == Some("tauri.localhost"))
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_download(|_, _| false)
        .build()
        .ok()?;
    let closing = app.clone();
    window.on_window_event(move |event| {
        if matches!(event, WindowEvent::Destroyed) {
            closing.state::<Question>().give_up(number);
        }
    });
    let given = answer.recv().ok();
    let _gone = window.destroy();
    given
}

#[tauri::command]
pub(crate) fn passcode_question(question: State<'_, Question>) -> Option<Asking> {
    question.asking()
}

#[tauri::command]
pub(crate) fn passcode_answer(question: State<'_, Question>, passcode: String) {
    question.answer(passcode);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Memory(Option<String>);

    impl Keyring for Memory {
        type Error = ();

        fn read(&self) -> Result<Option<String>, ()> {
            Ok(self.0.clone())
        }

        fn write(&mut self, text: &str) -> Result<(), ()> {
            self.0 = Some(text.to_owned());
            Ok(())
        }

        fn erase(&mut self) -> Result<(), ()> {
            self.0 = None;
            Ok(())
        }
    }

    #[test]
    fn a_passcode_is_kept_as_a_hash_and_only_it_is_right() {
        let passcodes = Passcodes::new(Memory::default());
        assert_eq!((passcodes.is_chosen(), passcodes.is_right("")), (Ok(false), Ok(false)));
        passcodes.choose("correct horse").unwrap();
        assert!(!passcodes.with(|memory| memory.0.clone()).unwrap().contains("horse"));
        assert_eq!(passcodes.is_right("correct horse"), Ok(true));
        for wrong in ["", "correct", "Correct horse", "correct horse "] {
            assert_eq!(passcodes.is_right(wrong), Ok(false), "{wrong}");
        }
        passcodes.forget().unwrap();
        assert_eq!((passcodes.is_chosen(), passcodes.is_right("correct horse")), (Ok(false), Ok(false)));
    }

    #[test]
    fn a_window_that_goes_takes_only_its_own_question_along() {
        let question = Question::default();
        let (first, gone) = question.put(Asking::Choose);
        question.give_up(first);
        assert!(gone.recv().is_err());
        let (_, answer) = question.put(Asking::Enter);
        question.give_up(first);
        question.answer("123456".to_owned());
        assert_eq!(answer.recv().as_deref(), Ok("123456"));
        assert!(question.asking().is_none());
    }

    #[test]
    fn a_short_one_is_refused_and_changes_nothing() {
        let passcodes = Passcodes::new(Memory::default());
        for wrong in ["", "12345", &"x".repeat(129)] {
            assert!(passcodes.choose(wrong).is_err());
        }
        assert_eq!(passcodes.is_chosen(), Ok(false));
    }
}

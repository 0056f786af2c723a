//! Whether the computer's screen is locked. Linux desktops tell of it on the session's D-Bus; of a desktop that doesn't, of macOS and of
//! Windows, nothing is known here, and only the window says whether the app is in the background (life.rs).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Clone, Default)]
pub(crate) struct Screen(Arc<AtomicBool>);

impl Screen {
    /// Listens from now on; until it hears something, the screen is open.
    pub(crate) fn follow() -> Screen {
        let screen = Screen::default();
        #[cfg(target_os = "linux")]
        {
            let told = screen.clone();
            std::thread::spawn(move || {
                // Nothing is told without a bus, and no one would tell that the screen is open again.
                if let Err(error) = bus::listen(&told) {
                    eprintln!("atrium: the screen's lock: {error}");
                    told.set(false);
                }
            });
        }
        screen
    }

    pub(crate) fn is_locked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    #[cfg(target_os = "linux")]
    fn set(&self, is_locked: bool) {
        self.0.store(is_locked, Ordering::Relaxed);
    }
}

/// GNOME, KDE, Cinnamon, MATE and Xfce each have an interface of their own, and all of them the same signal:
/// `org.freedesktop.ScreenSaver`, `org.gnome.ScreenSaver` and so on, `ActiveChanged(active)`.
#[cfg(target_os = "linux")]
mod bus {
    use super::Screen;
    use dbus::blocking::Connection;
    use dbus::message::{MatchRule, Message, MessageType};
    use std::time::Duration;

    const SIGNAL: &str = "ActiveChanged";
    const INTERFACE_ENDS: &str = ".ScreenSaver";
    /// How long one wait lasts; a signal ends it at once.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// Returns only when the bus is gone.
    pub(super) fn listen(screen: &Screen) -> Result<(), dbus::Error> {
        let bus = Connection::new_session()?;
        let told = screen.clone();
        let rule = MatchRule::new().with_type(MessageType::Signal).with_member(SIGNAL);
        bus.add_match(rule, move |(): (), _: &Connection, message: &Message| {
            if let Some(is_locked) = told_by(message) {
                told.set(is_locked);
            }
            true
        })?;
        loop {
            bus.process(PATIENCE)?;
        }
    }

    /// What a message says of the screen, if it does.
    fn told_by(message: &Message) -> Option<bool> {
        let is_screen_saver = message.interface().is_some_and(|name| name.ends_with(INTERFACE_ENDS));
        let is_change = message.member().is_some_and(|name| &*name == SIGNAL);
        if is_screen_saver && is_change { message.get1() } else { None }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        fn signal(interface: &str, member: &str) -> Message {
            Message::new_signal("/org/freedesktop/ScreenSaver", interface, member).unwrap()
        }

        #[test]
        fn each_desktop_tells_in_its_own_name_that_the_screen_is_locked() {
            for interface in [
                "org.freedesktop.ScreenSaver",
                "org.gnome.ScreenSaver",
                "org.cinnamon.ScreenSaver",
                "org.mate.ScreenSaver",
                "org.xfce.ScreenSaver",
            ] {
                for is_locked in [true, false] {
                    let message = signal(interface, SIGNAL).append1(is_locked);
                    assert_eq!(told_by(&message), Some(is_locked), "{interface}");
                }
            }
        }

        #[test]
        fn other_signals_say_nothing_of_the_screen() {
            for message in [
                signal("org.example.Player", SIGNAL).append1(true),
                signal("org.gnome.ScreenSaver", "WakeUpScreen").append1(true),
                signal("org.gnome.ScreenSaver", SIGNAL),
                signal("org.gnome.ScreenSaver", SIGNAL).append1("true"),
            ] {
                assert_eq!(told_by(&message), None, "{message:?}");
            }
        }

        #[test]
        fn what_was_heard_is_looked_at() {
            let screen = Screen::default();
            assert!(!screen.is_locked());
            screen.clone().set(true);
            assert!(screen.is_locked());
        }
    }
}

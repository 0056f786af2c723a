use super::Proof::{Canceled, Failed, Proved};
use super::{Keyring, LOCK_AFTER_MS, Proof, Unlocked, Vault};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What outlives a process: the key ring, and the clock on the wall.
#[derive(Clone, Default)]
struct Device {
    text: Rc<RefCell<Option<String>>>,
    now_ms: Rc<Cell<i64>>,
    erases: Rc<Cell<bool>>,
}

#[derive(Debug, PartialEq, Eq)]
struct Stuck;

impl Keyring for Device {
    type Error = Stuck;

    fn read(&self) -> Result<Option<String>, Stuck> {
        Ok(self.text.borrow().clone())
    }

    fn write(&mut self, text: &str) -> Result<(), Stuck> {
        *self.text.borrow_mut() = Some(text.to_owned());
        Ok(())
    }

    fn erase(&mut self) -> Result<(), Stuck> {
        if !self.erases.get() {
            return Err(Stuck);
        }
        *self.text.borrow_mut() = None;
        Ok(())
    }
}

impl Device {
    fn new() -> Self {
        let device = Self::default();
        device.erases.set(true);
        device.pass(1_790_000_000_000);
        device
    }

    fn start(&self) -> Vault<Self, impl Fn() -> i64 + use<>> {
        let now_ms = self.now_ms.clone();
        Vault::new(self.clone(), move || now_ms.get())
    }

    fn pass(&self, ms: i64) {
        self.now_ms.set(self.now_ms.get() + ms);
    }
}

fn never_asked() -> Proof {
    panic!("no one should be asked")
}

fn open(secret: &str) -> Result<Unlocked, Stuck> {
    Ok(Unlocked::Open { secret: secret.to_owned() })
}

fn refused(tries_left: u32) -> Result<Unlocked, Stuck> {
    Ok(Unlocked::Refused { tries_left })
}

#[test]
fn it_is_empty_at_first_and_gives_back_what_it_was_given_until_it_is_cleared() {
    let mut vault = Device::new().start();
    assert_eq!(vault.unlock(never_asked), Ok(Unlocked::Empty));
    vault.store("one").unwrap();
    vault.store("two\nlines").unwrap();
    assert_eq!(vault.unlock(never_asked), open("two\nlines"));
    vault.clear().unwrap();
    assert_eq!(vault.unlock(never_asked), Ok(Unlocked::Empty));
}

#[test]
fn a_locked_one_asks_and_an_open_one_does_not() {
    let mut vault = Device::new().start();
    assert!(!vault.lock());
    vault.store("secret").unwrap();
    assert!(vault.lock());
    assert!(!vault.lock(), "it is told once");
    assert_eq!(vault.unlock(|| Proved), open("secret"));
    assert_eq!(vault.unlock(never_asked), open("secret"));
}

#[test]
fn it_locks_after_2000_ms_in_the_background_and_not_a_moment_before() {
    let device = Device::new();
    let mut vault = device.start();
    vault.store("secret").unwrap();
    assert_eq!(vault.due_in_ms(), None);
    vault.leave();
    assert_eq!(vault.due_in_ms(), Some(LOCK_AFTER_MS));
    device.pass(1_999);
    assert_eq!((vault.tick(), vault.due_in_ms()), (false, Some(1)));
    assert_eq!(vault.unlock(never_asked), open("secret"));
    device.pass(1);
    assert!(vault.tick());
    assert_eq!((vault.tick(), vault.due_in_ms()), (false, None));
    assert!(!vault.come_back());
    assert_eq!(vault.unlock(|| Canceled), refused(2));
}

#[test]
fn back_in_time_it_stays_open() {
    let device = Device::new();
    let mut vault = device.start();
    vault.store("secret").unwrap();
    vault.leave();
    device.pass(1_999);
    assert!(!vault.come_back());
    device.pass(3_600_000);
    assert!(!vault.tick(), "no one has left");
    assert_eq!(vault.unlock(never_asked), open("secret"));
}

#[test]
fn leaving_twice_counts_from_the_first_time() {
    let device = Device::new();
    let mut vault = device.start();
    vault.store("secret").unwrap();
    vault.leave();
    device.pass(1_500);
    vault.leave();
    device.pass(500);
    assert!(vault.tick());
}

#[test]
fn a_process_that_was_frozen_in_the_background_is_locked_as_it_comes_back() {
    for away_ms in [LOCK_AFTER_MS, 36_000_000, -1, -60_000, i64::MIN / 2] {
        let device = Device::new();
        let mut vault = device.start();
        vault.store("secret").unwrap();
        vault.leave();
        device.pass(away_ms);
        assert!(vault.come_back(), "away for {away_ms} ms, and no timer ran");
        assert_eq!(vault.unlock(|| Failed), refused(1));
    }
}

#[test]
fn who_proves_it_in_the_background_has_2000_ms_to_come_back() {
    let device = Device::new();
    let mut vault = device.start();
    vault.store("secret").unwrap();
    vault.leave();
    device.pass(60_000);
    assert!(vault.tick());
    assert_eq!(vault.unlock(|| Proved), open("secret"));
    device.pass(1_999);
    assert_eq!((vault.tick(), vault.due_in_ms()), (false, Some(1)));
    device.pass(1);
    assert!(vault.tick());
    assert_eq!(vault.unlock(|| Proved), open("secret"));
    device.pass(1_999);
    assert!(!vault.come_back());
    // What needs no proof is no sign of anyone.
    vault.leave();
    device.pass(1_500);
    assert_eq!(vault.unlock(never_asked), open("secret"));
    device.pass(500);
    assert!(vault.come_back());
}

#[test]
fn two_failed_unlocks_empty_it() {
    let device = Device::new();
    let mut vault = device.start();
    vault.store("secret").unwrap();
    vault.lock();
    assert_eq!(vault.unlock(|| Failed), refused(1));
    assert_eq!(vault.unlock(|| Failed), Ok(Unlocked::Empty));
    assert_eq!(*device.text.borrow(), None);
    assert_eq!(vault.unlock(never_asked), Ok(Unlocked::Empty));
}

#[test]
fn who_succeeds_has_both_tries_again() {
    let mut vault = Device::new().start();
    vault.store("secret").unwrap();
    for _ in 0..3 {
        vault.lock();
        assert_eq!(vault.unlock(|| Failed), refused(1));
        assert_eq!(vault.unlock(|| Proved), open("secret"));
    }
}

#[test]
fn putting_the_question_away_is_no_failed_try() {
    let mut vault = Device::new().start();
    vault.store("secret").unwrap();
    vault.lock();
    for _ in 0..5 {
        assert_eq!(vault.unlock(|| Canceled), refused(2));
    }
    assert_eq!(vault.unlock(|| Proved), open("secret"));
}

#[test]
fn the_next_process_finds_it_locked_and_has_no_more_tries() {
    let device = Device::new();
    let mut vault = device.start();
    vault.store("secret").unwrap();
    vault.lock();
    assert_eq!(vault.unlock(|| Failed), refused(1));
    let mut next = device.start();
    assert_eq!(next.unlock(|| Canceled), refused(1));
    assert_eq!(next.unlock(|| Failed), Ok(Unlocked::Empty));
}

#[test]
fn a_key_ring_that_did_not_erase_is_asked_again_and_no_one_else_is() {
    let device = Device::new();
    let mut vault = device.start();
    vault.store("secret").unwrap();
    vault.lock();
    assert_eq!(vault.unlock(|| Failed), refused(1));
    device.erases.set(false);
    assert_eq!(vault.unlock(|| Failed), Err(Stuck));
    assert_eq!(vault.unlock(never_asked), Err(Stuck));
    device.erases.set(true);
    assert_eq!(device.start().unlock(never_asked), Ok(Unlocked::Empty));
}

#[test]
fn what_no_vault_wrote_is_nothing() {
    for text in ["", "secret", "x\nsecret", "-1\nsecret"] {
        let device = Device::new();
        *device.text.borrow_mut() = Some(text.to_owned());
        assert_eq!(device.start().unlock(never_asked), Ok(Unlocked::Empty), "{text:?}");
    }
}

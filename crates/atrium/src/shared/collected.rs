//! What a demo would have sent, kept in memory for `/demo/outbox` and the tests.

use jiff::Timestamp;
use serde::Serialize;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use uuid::Uuid;

const KEPT: usize = 200;

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Delivered {
    pub id: Uuid,
    /// `mail` or `sms`
    pub kind: String,
    pub to: String,
    pub language: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// An attached file's name and text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attachment: Option<(String, String)>,
    pub created_at: Timestamp,
}

/// Clones share what they collect.
#[derive(Clone, Default)]
pub struct Collected(Arc<Mutex<VecDeque<Delivered>>>);

impl Collected {
    /// Last delivered first.
    pub fn newest(&self) -> Vec<Delivered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().rev().cloned().collect()
    }

    /// Takes everything out, in delivery order.
    pub fn take(&self) -> Vec<Delivered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).drain(..).collect()
    }

    pub fn keep(&self, delivered: Delivered) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A message delivered twice is shown once.
        if all.iter().any(|there| there.id == delivered.id) {
            return;
        }
        if all.len() == KEPT {
            all.pop_front();
        }
        all.push_back(delivered);
    }
}

//! A file as an answer: saved under its name, never opened in our origin.

use super::store::KeptFile;
use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use std::fmt::Write;

/// Every answer already has `nosniff` and the sandboxing policy (`server/headers.rs`).
pub fn attachment(kept: &KeptFile, bytes: Vec<u8>) -> Response {
    let length = bytes.len();
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    let text = |text: &str| HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static("attachment"));
    headers.insert(header::CONTENT_TYPE, text(&kept.content_type));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    headers.insert(header::CONTENT_DISPOSITION, text(&disposition(&kept.file_name)));
    response
}

/// In ASCII for old readers, unchanged for all others (RFC 6266).
fn disposition(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| if c.is_ascii_graphic() && !matches!(c, '"' | '\\' | '%') || c == ' ' { c } else { '_' })
        .collect();
    let mut encoded = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_its_quotes_or_its_line() {
        assert_eq!(
            disposition("a\"; x=\r\n.pdf"),
            "attachment; filename=\"a_; x=__.pdf\"; filename*=UTF-8''a%22%3B%20x%3D%0D%0A.pdf"
        );
        assert_eq!(
            disposition("año 2026.pdf"),
            "attachment; filename=\"a_o 2026.pdf\"; filename*=UTF-8''a%C3%B1o%202026.pdf"
        );
    }
}

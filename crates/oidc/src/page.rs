//! The one page the provider writes itself: when it can't send a browser on, it says why, in English and in Spanish,
//! because it doesn't know the person's language yet. The text is fixed: it repeats nothing from the request.

use axum::http::HeaderValue;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use std::sync::LazyLock;

/// The same sentence in both languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) en: &'static str,
    pub(crate) es: &'static str,
}

pub(crate) const TOO_MANY: Words = Words {
    en: "Too many sign-ins were started from your network. Please try again in a moment.",
    es: "Hubo demasiados intentos de inicio de sesión desde su red. Vuelva a intentarlo en un momento.",
};
pub(crate) const NOT_UNDERSTOOD: Words = Words {
    en: "We didn't understand the request from the application that sent you here.",
    es: "No entendimos la solicitud de la aplicación que le envió aquí.",
};
pub(crate) const NOT_KNOWN: Words = Words {
    en: "We don't recognize the application that sent you here.",
    es: "No reconocemos la aplicación que le envió aquí.",
};
pub(crate) const NOT_REGISTERED: Words = Words {
    en: "The application that sent you here used an address that isn't registered.",
    es: "La aplicación que le envió aquí usó una dirección que no está registrada.",
};
pub(crate) const NO_FORM: Words = Words {
    en: "The application that sent you here didn't send a form.",
    es: "La aplicación que le envió aquí no envió ningún formulario.",
};
pub(crate) const GONE: Words = Words {
    en: "This sign-in took too long or was already used. Please start again.",
    es: "Este inicio de sesión tardó demasiado o ya se usó. Vuelva a empezar.",
};
pub(crate) const FAILED: Words = Words {
    en: "Something went wrong on our side. Please try again in a moment.",
    es: "Algo salió mal de nuestro lado. Vuelva a intentarlo en un momento.",
};

/// The sign-in pages' colors and frame, without their scripts.
const STYLE: &str = "\
:root{color-scheme:light dark;--page:light-dark(#f4f6f6,#0d1416);--card:light-dark(#fff,#141d20);\
--ink:light-dark(#12262a,#e7eeee);--sub:light-dark(#526168,#a2b2b5);--line:light-dark(#e1e7e7,#253438);\
--brand:light-dark(#0b6862,#58bfb1);--on:light-dark(#fff,#04211d)}\
*{box-sizing:border-box}\
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--page);color:var(--ink);\
font:16px/1.5 system-ui,sans-serif}\
main{width:100%;max-width:26rem;padding:32px;background:var(--card);border:1px solid var(--line);border-radius:16px}\
section+section{margin-top:24px;padding-top:24px;border-top:1px solid var(--line)}\
h1,h2{margin:0 0 8px;font-size:1.25rem;line-height:1.3}p{margin:0;color:var(--sub)}\
a{display:inline-block;margin-top:20px;padding:10px 18px;border-radius:10px;background:var(--brand);color:var(--on);\
font-weight:600;text-decoration:none}a:focus-visible{outline:3px solid var(--brand);outline-offset:2px}";

/// Allows this exact style and nothing else.
pub(crate) static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let hash =
        BASE64_STANDARD.encode(aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, STYLE.as_bytes()));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{hash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    );
    HeaderValue::try_from(policy).expect("base64 is plain text")
});

pub(crate) fn html(Words { en, es }: Words) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>We couldn't sign you in · Atrium</title><style>{STYLE}</style></head><body><main>\
         <section><h1>We couldn't sign you in</h1><p>{en}</p><a href=\"/\">Start over</a></section>\
         <section lang=\"es\"><h2>No pudimos iniciar su sesión</h2><p>{es}</p><a href=\"/\">Volver a empezar</a></section>\
         </main></body></html>"
    )
}

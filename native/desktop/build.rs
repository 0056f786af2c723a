/// Commands that aren't listed here are open to any page; these need a capability (src/portal.rs).
const COMMANDS: &[&str] = &[
    "shell_version",
    "vault_store",
    "vault_unlock",
    "vault_lock",
    "vault_clear",
    "login_redirect",
    "login_open",
    "open_browser",
    "save_file",
    "passcode_question",
    "passcode_answer",
];

fn main() {
    let manifest = tauri_build::AppManifest::new().commands(COMMANDS);
    tauri_build::try_build(tauri_build::Attributes::new().app_manifest(manifest))
        .expect("the shell's configuration");
}

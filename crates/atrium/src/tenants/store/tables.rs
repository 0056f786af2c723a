//! Every table that holds something of a tenant: which rows are its own, and what never leaves in an export. A table
//! that is in neither list here fails a test (`tests.rs`).

/// A table's place in the list is where it's erased: nothing after it refers to it.
pub struct TenantTable {
    pub name: &'static str,
    /// Its primary key, by which it's read in pages.
    pub key: &'static [&'static str],
    /// The condition on a tenant's own rows; the tenant is `$1`.
    pub own: &'static str,
    /// Text that isn't exported because it opens something. Bytes aren't either, except in `shown_bytes`.
    pub secrets: &'static [&'static str],
    /// Bytes that open nothing: digests and seals, exported in hexadecimal.
    pub shown_bytes: &'static [&'static str],
    /// A column that points to other rows in the same table; emptied before anything in it is erased.
    pub refers_to_itself: Option<&'static str>,
    /// Made of what is in other tables: not exported.
    pub is_derived: bool,
}

const OWN: &str = "tenant_id = $1";
const OF_PERSON: &str = "person_id IN (SELECT id FROM person WHERE tenant_id = $1)";
const OF_SUBJECT: &str = "subject IN (SELECT id FROM person WHERE tenant_id = $1)";
const OF_SESSION: &str = "session_id IN
  (SELECT s.id FROM oidc_session s JOIN person p ON p.id = s.subject WHERE p.tenant_id = $1)";
const OF_UPSTREAM: &str = "upstream_id IN (SELECT id FROM upstream WHERE tenant_id = $1)";
const OF_MACHINE: &str = "machine_id IN (SELECT id FROM machine WHERE tenant_id = $1)";
const OF_COMPANY: &str = "company_id IN (SELECT id FROM company WHERE tenant_id = $1)";

const fn table(name: &'static str, key: &'static [&'static str]) -> TenantTable {
    TenantTable {
        name,
        key,
        own: OWN,
        secrets: &[],
        shown_bytes: &[],
        refers_to_itself: None,
        is_derived: false,
    }
}

const ID: &[&str] = &["id"];

pub const TABLES: &[TenantTable] = &[
    table("outbox_message", ID),
    table("report_recipient", &["schedule_id", "person_id"]),
    table("report_schedule", ID),
    table("webhook_delivery", ID),
    table("webhook", ID),
    table("event", &["tenant_id", "number"]),
    table("event_head", &["tenant_id"]),
    table("notice", ID),
    table("notice_text", &["tenant_id", "kind"]),
    TenantTable { own: OF_PERSON, secrets: &["response"], ..table("idempotency_key", &["person_id", "key"]) },
    table("audit_refused_read", &["actor_id", "kind"]),
    table("data_view", &["employee_id", "viewer_id", "what", "day"]),
    table("import_change", &["run_id", "seq"]),
    table("import_run", ID),
    table("import_effect", &["job_id", "seq"]),
    TenantTable { secrets: &["storage_key"], ..table("import_piece", &["file_id", "number"]) },
    table("watched_file", ID),
    table("import_aside", &["job_id", "kind"]),
    table("import_file", ID),
    table("import_job", ID),
    table("import_mapping", ID),
    table("assistant_turn", ID),
    table("assistant_asker", &["person_id"]),
    table("assistant_ticket", &["secret_hash"]),
    table("assistant_setting", &["tenant_id"]),
    table("announcement_read", &["announcement_id", "employee_id"]),
    table("announcement", ID),
    table("calendar_event", ID),
    table("calendar_feed", ID),
    table("resource_acknowledgement", &["resource_id", "employee_id"]),
    table("resource", ID),
    table("company_links", &["company_id"]),
    table("company_document", ID),
    table("time_off_attachment", &["file_id"]),
    TenantTable { is_derived: true, ..table("document_text", &["file_id"]) },
    TenantTable { shown_bytes: &["sha256"], ..table("stored_file", ID) },
    table("deposit_alarm", &["token_hash"]),
    table("direct_deposit", ID),
    table("deposit_book", &["employee_id"]),
    table("tax_setup", ID),
    table("tax_book", &["employee_id"]),
    table("handover_fetch", ID),
    table("handover_line", &["batch_id", "kind", "seq"]),
    TenantTable { refers_to_itself: Some("corrects_id"), ..table("payroll_change", ID) },
    table("handover_batch", ID),
    table("change_request", ID),
    table("pay_run", ID),
    table("deposit_code", ID),
    table("company_payroll", &["company_id"]),
    table("pay_stub_notice", &["stub_id"]),
    table("pay_stub_amendment", &["stub_id"]),
    table("pay_stub", ID),
    table("pay_stub_heading", ID),
    table("tax_return", ID),
    table("tax_form_delivery", &["employee_id"]),
    table("company_state", ID),
    table("clock_punch", ID),
    table("clock_correction", ID),
    table("clock_period", ID),
    table("clock_card", &["employee_id"]),
    table("clock_setting", &["company_id"]),
    table("time_off_day", &["request_id", "day"]),
    table("time_off_request", ID),
    table("time_off_adjustment", ID),
    table("hours_worked", &["employee_id", "day"]),
    table("working_pattern", &["employee_id"]),
    table("time_off_delegation", ID),
    table("time_off_blackout", ID),
    table("time_off_setting", &["company_id"]),
    table("company_holiday", &["company_id", "day"]),
    table("time_off_type", ID),
    table("benefit_enrollment", ID),
    table("benefit_plan", ID),
    table("employee_profile", &["employee_id"]),
    table("dated_line", ID),
    table("ended_role", &["event_id", "assignment_id"]),
    table("employment_event", ID),
    table("reporting_line", &["manager_id", "company_id", "employee_id", "kind", "area"]),
    TenantTable {
        own: OF_COMPANY,
        is_derived: true,
        ..table("time_off_waiting", &["manager_id", "company_id", "first_day", "request_id"])
    },
    TenantTable {
        own: OF_COMPANY,
        is_derived: true,
        ..table("time_off_away", &["manager_id", "company_id", "day", "sort_name", "employee_id"])
    },
    table("integration_launch", &["code_hash"]),
    table("integration", ID),
    table("application", ID),
    table("application_metadata", &["tenant_id"]),
    TenantTable {
        secrets: &["response"],
        own: OF_MACHINE,
        ..table("machine_answer", &["machine_id", "key"])
    },
    table("scim_name", &["tenant_id", "kind", "resource_id"]),
    table("machine", ID),
    table("feature", &["tenant_id", "feature_id"]),
    table("flag", &["tenant_id", "key"]),
    table("tenant_logo", &["tenant_id"]),
    TenantTable { own: OF_UPSTREAM, ..table("upstream_attempt", &["state_hash"]) },
    table("upstream_domain", &["domain"]),
    table("upstream_identity", &["tenant_id", "issuer", "subject"]),
    table("upstream", ID),
    table("account_link", &["token_hash"]),
    TenantTable { own: OF_PERSON, ..table("link_request", ID) },
    table("new_email", &["person_id"]),
    table("credential_change", ID),
    table("known_device", &["secret_hash"]),
    table("account_merge", ID),
    table("challenge", ID),
    table("recovery_code", &["person_id", "code_hash"]),
    table("totp", &["person_id"]),
    TenantTable { secrets: &["credential"], ..table("passkey", ID) },
    TenantTable { secrets: &["hash"], ..table("password_credential", &["person_id"]) },
    TenantTable { own: OF_SESSION, ..table("oidc_code", &["code_hash"]) },
    TenantTable { own: OF_SESSION, ..table("oidc_grant", ID) },
    TenantTable { own: OF_SUBJECT, ..table("oidc_session", ID) },
    TenantTable { own: OF_SUBJECT, ..table("oidc_request", &["id_hash"]) },
    table("role_assignment", ID),
    table("role", ID),
    table("employee", ID),
    TenantTable { refers_to_itself: Some("parent_id"), ..table("organization", ID) },
    table("pay_group", ID),
    TenantTable { refers_to_itself: Some("merged_into"), ..table("person", ID) },
    table("company", ID),
    table("bank_key", &["tenant_id"]),
    TenantTable { shown_bytes: &["mac"], ..table("audit_event", &["tenant_id", "seq"]) },
    TenantTable { shown_bytes: &["mac"], ..table("audit_head", &["tenant_id"]) },
    TenantTable { own: "id = $1", ..table("tenant", ID) },
];

/// What belongs to the installation, and stays. `throttle` counts attempts by hashed names for a day at most.
pub const OF_INSTALLATION: &[&str] = &[
    "backup_run",
    "deployment",
    "erased_tenant",
    "feature_catalogue",
    "oidc_assertion",
    "oidc_key",
    "passkey_ceremony",
    "readiness_probe",
    "schema_migration",
    "throttle",
];

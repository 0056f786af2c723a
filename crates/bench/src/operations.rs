//! What is measured: one row an operation. A feature adds its operations here, and what they need to know first to
//! `LEARNT`. Everything happens at Cedar Logistics, the company that grows.

use crate::bare::TODAY;
use crate::ground::Ground;
use atrium::shared::clock::Clock;
use jiff::SignedDuration;
use jiff::civil::{Date, Weekday, date};
use serde_json::{Value, json};

pub(crate) struct Operation {
    /// Shown in the tables, and the name of the bare handler.
    pub(crate) name: &'static str,
    /// A demo account; none for an open route.
    pub(crate) who: Option<&'static str>,
    pub(crate) ask: Ask,
    pub(crate) growth: Growth,
}

pub(crate) enum Ask {
    /// A file or a plain route; with someone's token and cookie if it's about a person.
    Get(fn(&Ground) -> String),
    /// A refresh token for the next one.
    Refresh,
    /// Everything from the authorization request to the tokens, but for the hash of the password.
    SignIn,
    Read {
        query: &'static str,
        variables: fn(&Ground) -> Value,
    },
    /// `variables` also gets one of the values that the operation called `of` has kept, each of which is used once; without
    /// `of` the number of the request.
    Write {
        query: &'static str,
        variables: fn(&Ground, &str) -> Value,
        of: Option<&'static str>,
        /// Where the answer holds what a later operation needs.
        keeps: Option<&'static str>,
    },
}

/// How the cost may move when the company grows a hundredfold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Growth {
    /// A list: it must not.
    Flat,
    /// It's about everyone in the company.
    ByNature,
    /// Neither a list nor about everyone; no goal.
    NoGoal,
}

/// Values read once before measuring: (name, account, query, variables, where the answer holds it).
pub(crate) type Learnt = (&'static str, &'static str, &'static str, fn(&Ground) -> Value, &'static str);

pub(crate) const LEARNT: &[Learnt] = &[
    (
        "second page of messages",
        "priya",
        MANAGER_MESSAGES,
        |ground| ground.as_manager("priya"),
        "/data/listCompanyMessages/links/next",
    ),
    (
        "latest pay stub",
        "elena",
        PAY_STUBS,
        |ground| ground.as_employee("elena"),
        "/data/listEmployeePayStubs/results/0/id",
    ),
    (
        "unpaid time off",
        "elena",
        TIME_OFF_BALANCES,
        |ground| ground.as_employee("elena"),
        // Last in the list of a company's types.
        "/data/timeOffBalances/2/typeId",
    ),
    (
        "everybody's role",
        "grace",
        ROLES,
        |ground| with(ground.as_administrator("grace"), "search", json!("employee")),
        "/data/listRoles/results/0/id",
    ),
    ("second page of people", "grace", PEOPLE, |_| json!({}), "/data/administeredPeople/links/next"),
    (
        "someone else",
        "grace",
        PEOPLE,
        |_| json!({ "search": "priya" }),
        "/data/administeredPeople/results/0/personId",
    ),
    (
        "someone",
        "grace",
        PEOPLE,
        |_| json!({ "search": "elena" }),
        "/data/administeredPeople/results/0/personId",
    ),
];

const VIEWER: &str = "{ viewer { personId tenantId tenantName firstName lastName email language version roles
    permissions companies { companyId companyName timeZone today employeeId roles permissions } } }";

/// The web app's own requests, with every card there is: its tests write these files.
const HOME: &str = include_str!("../../../web/src/app/home/home.employee.graphql");
const MANAGER_HOME: &str = include_str!("../../../web/src/app/home/home.manager.graphql");

const EMPLOYEE: &str = "query ($tenant: ID!, $company: ID!, $employee: ID!) {
  employeeById(tenantId: $tenant, companyId: $company, employeeId: $employee) { id annualSalary hourlyRate activeManager
    dbdt { id } timeOff { typeId availableBalance } benefits { id } directDeposit { id } beneficiaries { id firstName lastName }
    dependents { id firstName lastName } contacts { id firstName lastName } demographics { firstName lastName dateOfBirth }
    additionalInfo { attributeName } messages { messageId } earningDeduction { code } } }";

const BENEFITS: &str = "query ($tenant: ID!, $company: ID!, $employee: ID!) {
  employeeBenefits(tenantId: $tenant, companyId: $company, employeeId: $employee) {
    employeeYearlyTotal employerYearlyTotal results { id enrollmentStatus } } }";

const DEPOSIT_REQUESTS: &str = "query ($tenant: ID!, $company: ID!, $manager: ID!) {
  listManagerEEChangeRequest(tenantId: $tenant, companyId: $company, managerId: $manager, requestType: \"direct_deposit\") {
    results { id firstName lastName status requestedAt cautions { code at } } links { next } } }";

const EMPLOYEE_MESSAGES: &str = "query ($tenant: ID!, $company: ID!, $employee: ID!) {
  listCompanyMessages(tenantId: $tenant, companyId: $company, employeeId: $employee) {
    results { id message startDate endDate state version updatedAt updatedByName } links { next previous } } }";

const MANAGER_MESSAGES: &str = "query ($tenant: ID!, $company: ID!, $manager: ID!, $cursor: String) {
  listCompanyMessages(tenantId: $tenant, companyId: $company, managerId: $manager, cursor: $cursor) {
    results { id message payGroupId divisionId branchId departmentId teamId startDate endDate state version
      updatedAt updatedByName } links { next previous } } }";

const PAY_STUBS: &str = "query ($tenant: ID!, $company: ID!, $employee: ID!) {
  listEmployeePayStubs(tenantId: $tenant, companyId: $company, employeeId: $employee) {
    results { id details { checkDate periodBegin periodEnd checkNumber } sums { gross taxes deductions net } }
    links { next previous } } }";

const PAY_TIMING: &str = "query ($tenant: ID!, $company: ID!, $employee: ID!) {
  payTiming(tenantId: $tenant, companyId: $company, employeeId: $employee) { countsFor approveBy processing nextPayday } }";

const PAY_RUNS: &str = "query ($tenant: ID!, $company: ID!) { listPayRuns(tenantId: $tenant, companyId: $company) {
    results { id payGroupName periodBegin periodEnd cutoffAt payDate state version } links { next previous } } }";

const PAY_STUB: &str = "query ($tenant: ID!, $company: ID!, $employee: ID!, $stub: ID!) {
  employeePaystub(tenantId: $tenant, companyId: $company, employeeId: $employee, paystubId: $stub) {
    id title { employeeName companyName address1 address2 city state zip_Code }
    details { companyNumber employeeNumber checkDate checkNumber periodBegin periodEnd }
    totals { totalEarnHours netPay totalDirDep checkAmountCurrent } sums { gross taxes deductions net }
    earnings { description rate hours current yearToDate } withheld { kind description current yearToDate }
    deposits { bankName bankAccountType lastFour amount } } }";

const PAY_STUB_PDF: &str = "query ($tenant: ID!, $company: ID!, $employee: ID!, $stub: ID!) {
  employeePaystub(tenantId: $tenant, companyId: $company, employeeId: $employee, paystubId: $stub) { paystubString } }";

const ORGANIZATIONS: &str = "query ($tenant: ID!, $company: ID!, $manager: ID!) {
  listOrganizations(tenantId: $tenant, companyId: $company, managerId: $manager) {
    results { id organizationCode organizationName organizationType parentOrganizationCode }
    links { next previous } } }";

const PAY_GROUPS: &str = "query ($tenant: ID!, $company: ID!, $manager: ID!) {
  listCompanyPaygroups(tenantId: $tenant, companyId: $company, managerId: $manager) {
    results { id payGroupName } links { next previous } } }";

/// What the team page asks: no dates of birth, which would be looks into profiles.
const REPORTS: &str = "query ($tenant: ID!, $company: ID!, $manager: ID!) {
  listManagersEmployees(tenantId: $tenant, companyId: $company, managerId: $manager, report: secondary, limit: 100) {
    results { id firstName lastName employeeCode type birthMonth birthDay originalHireDate currentHireDate
      primary secondary report departmentName teamName } links { next previous } } }";

const ROLES: &str = "query ($tenant: ID!, $search: String) { listRoles(tenantId: $tenant, search: $search) {
  results { id name permissions applications applies isShipped version holders } links { next previous } } }";

const EVENTS: &str =
    "query ($tenant: ID!) { listTenantEvents(tenantId: $tenant) { results { number type time } } }";
const APPLICATIONS: &str = "query ($tenant: ID!) { listApplications(tenantId: $tenant) {
  results { id code name clientId redirectUris claims roles isEnabled version } links { next previous } } }";
const MACHINES: &str = "query ($tenant: ID!) { listMachines(tenantId: $tenant) {
  results { id name clientId scopes requestsPerMinute revokedAt version } links { next previous } } }";
const HEADCOUNT: &str = "query ($tenant: ID!, $company: ID!) {
  companyReport(tenantId: $tenant, companyId: $company, name: headcount) { columns { id kind } rows { cells } } }";
const BALANCES_ON_DAY: &str = "query ($tenant: ID!, $company: ID!) {
  listReportPeople(tenantId: $tenant, companyId: $company, name: balances) {
    columns { id kind label } results { id cells } links { next } } }";
const PEOPLE: &str =
    "query ($search: String, $cursor: String) { administeredPeople(search: $search, cursor: $cursor) {
  results { personId username firstName lastName email signIn jobs { companyName employeeCode status } }
  links { next previous } } }";

/// What the console asks for when someone is opened.
const PERSON: &str = "query ($tenant: ID!, $person: ID!) {
  administeredPerson(personId: $person) { person { username email version } employments { employeeCode status version
    history { id change day } lines { managerName area kind } } }
  administeredAccount(personId: $person) { signIn passkeys { id } linkedIdentities { id } sessions { id device }
    sentLinks { kind sentTo } mergedAccount { id } }
  rolesOfPerson(tenantId: $tenant, personId: $person) { id roleName companyName state } }";

const UNMANAGED: &str =
    "{ unmanagedEmployees { results { employeeId firstName lastName areas timeOffWaiting requestsWaiting }
  links { next previous } } }";

const ADMINISTRATOR_HOME: &str = "{ administratorHome { undecidable unmanaged invited parked failingJobs pendingMigrations lateBackups } }";

const UPSTREAMS: &str =
    "query ($tenant: ID!) { listUpstreams(tenantId: $tenant) { results { id name issuer mailDomains }
  links { next previous } } }";

const WEBHOOKS: &str =
    "query ($tenant: ID!) { listWebhooks(tenantId: $tenant) { results { id url } links { next previous } } }";

const COMPARED: &str = "query ($tenant: ID!, $one: ID!, $other: ID!) {
  compareRights(tenantId: $tenant, personId: $one, otherId: $other) { companyName
    onlyOne { permissions pages { id } applications } onlyOther { permissions pages { id } applications } } }";

const NOTICE_TEXTS: &str = "query ($tenant: ID!) { noticeTexts(tenantId: $tenant) { kind version
  english { text subject before after } spanish { text subject before after } } }";

/// Reading it is an event of its own, so each answer is another.
const AUDIT_EVENTS: &str = "query ($tenant: ID!) { auditEvents(tenantId: $tenant) {
  results { seq at personName action objectKind objectId result detail } links { next } } }";

const SET_PORTAL_VERSION: &str =
    "mutation ($person: ID!) { setPortalVersion(personId: $person, version: v1) { version } }";

/// What the form that adds someone asks for.
const ADDING_CHOICES: &str =
    "query ($tenant: ID!) { roleChoices(tenantId: $tenant) { companies { id name } isWholeTenant }
  listRoles(tenantId: $tenant, limit: 100) { results { id name applies isShipped } } }";

const COMPANIES: &str = "query ($tenant: ID!) { listCompanies(tenantId: $tenant) {
  isWholeTenant results { id name timeZone people } links { next previous } } }";

const PORTAL_SETTINGS: &str = "query ($tenant: ID!) { portalSettings(tenantId: $tenant) { secondFactor flags { key isOn isOnByDefault isSet } } }";

const ROLE_HOLDERS: &str = "query ($tenant: ID!, $role: ID!, $search: String) {
  listRoleHolders(tenantId: $tenant, roleId: $role, search: $search) {
    results { id username firstName lastName companyName startsOn endsOn state version } links { next previous } } }";

const ASSISTANT_OVERVIEW: &str = "query ($tenant: ID!) { assistantOverview(tenantId: $tenant) {
  isOn engine keepDays answers askBacks disliked topics { topic label asked } shared { id question } } }";
const ASSISTANT_TEST: &str = "query ($tenant: ID!) {
  testAssistant(tenantId: $tenant, question: \"How much time off do I have?\") { language band candidates { topic certainty } } }";
const ROLE_CANDIDATES: &str = "query ($tenant: ID!, $search: String!) {
  roleCandidates(tenantId: $tenant, search: $search) { personId username firstName lastName } }";

const RESOURCES: &str = "query ($company: ID!, $employee: ID!) {
  resources(companyId: $company, employeeId: $employee, limit: 5) {
    totalCount employeeResources { id name description link documentId status dueDate isComplete } } }";

const AUDIENCE: &str = "query ($tenant: ID!, $company: ID!, $manager: ID!) {
  messageAudience(tenantId: $tenant, companyId: $company, managerId: $manager, input: {}) {
    people companyPeople byDepartment { organizationName people } yourReports
    reports { employeeId firstName lastName } } }";

const CREATE_MESSAGE: &str =
    "mutation ($tenant: ID!, $company: ID!, $manager: ID!, $input: CreateMessageInput!) {
  createMessage(tenantId: $tenant, companyId: $company, managerId: $manager, input: $input) {
    id message startDate endDate state version updatedAt updatedByName } }";

const UPDATE_MESSAGE: &str =
    "mutation ($tenant: ID!, $company: ID!, $manager: ID!, $input: UpdateMessageInput!) {
  updateMessage(tenantId: $tenant, companyId: $company, managerId: $manager, input: $input) {
    id message startDate endDate state version updatedAt updatedByName } }";

const DELETE_MESSAGE: &str = "mutation ($tenant: ID!, $company: ID!, $manager: ID!, $message: ID!) {
  deleteMessage(tenantId: $tenant, companyId: $company, managerId: $manager, messageId: $message) { messageId } }";

const TIME_OFF_BALANCES: &str = "query ($tenant: ID!, $company: ID!, $employee: ID!) {
  timeOffBalances(tenantId: $tenant, companyId: $company, employeeId: $employee) {
    typeId type currentBalance scheduledHours availableBalance defaultHours } }";

const TIME_OFF_REQUESTS: &str = "query ($tenant: ID!, $company: ID!, $employee: ID!) {
  listEmployeeTimeOffRequests(tenantId: $tenant, companyId: $company, employeeId: $employee) {
    results { id type amount timeOffDate endDate status notes managerNotes version days { date amount status } }
    links { next previous } } }";

const TIME_OFF_QUEUE: &str = "query ($tenant: ID!, $company: ID!, $manager: ID!) {
  listManagersEmployeesTimeOffRequest(tenantId: $tenant, companyId: $company, managerId: $manager) {
    results { id employeeId firstName lastName type amount timeOffDate endDate status notes version
      days { date amount status } } links { next previous } } }";

const CREATE_TIME_OFF: &str =
    "mutation ($tenant: ID!, $company: ID!, $employee: ID!, $input: TimeOffRequestInput!) {
  createTimeOffRequest(tenantId: $tenant, companyId: $company, employeeId: $employee, input: $input) {
    id type amount timeOffDate endDate status version days { date amount status } } }";

const REPORT_PUNCH: &str = "mutation ($tenant: ID!, $company: ID!, $employee: ID!, $input: LatePunchInput!) {
  reportPunch(tenantId: $tenant, companyId: $company, employeeId: $employee, input: $input) { state }
}";

const LATE_PUNCHES: &str = "query ($tenant: ID!, $company: ID!, $manager: ID!) {
  listLatePunches(tenantId: $tenant, companyId: $company, managerId: $manager) { results { firstName kind at reportedAt } }
}";

const TEAM_CALENDAR: &str = "query ($tenant: ID!, $company: ID!, $employee: ID!) {
  teamCalendar(tenantId: $tenant, companyId: $company, employeeId: $employee, startDate: \"2026-11-01\",
    endDate: \"2026-12-12\") { isCut away { date employeeId firstName lastName isOwn isPending type amount }
    holidays { date name } } }";

const REPORTS_CALENDAR: &str = "query ($tenant: ID!, $company: ID!, $manager: ID!) {
  reportsCalendar(tenantId: $tenant, companyId: $company, managerId: $manager, startDate: \"2026-11-01\",
    endDate: \"2026-12-12\") { isCut away { date employeeId firstName lastName isOwn isPending type amount }
    holidays { date name } } }";

/// What the box for one's employees asks as one types.
const SEARCH: &str = "query ($tenant: ID!, $company: ID!, $manager: ID!) {
  timeOffReports(tenantId: $tenant, companyId: $company, managerId: $manager, search: \"an\", limit: 20) {
    id firstName lastName employeeCode }
  employees(companyId: $company, limit: 1) { totalCount } }";

/// The first newcomer of a grown world, whom up to five thousand report to; one of the leads after, with one of their eleven.
const HEAD: &str = "worker260";
const LEAD: &str = "worker264";
const REPORT: &str = "worker265";
/// Another lead. One of the eleven has 480 more requests waiting: `history.rs`.
const LADEN_LEAD: &str = "worker276";
pub(crate) const LADEN: &str = "worker277";
pub(crate) const HOME_NAME: &str = "home, employee";
pub(crate) const QUEUE: &str = "time-off queue, 5,000 reports";

/// The same for two people, of whom one has more behind them: (what, the dearer, the cheaper).
pub(crate) const ALIKE: &[(&str, &str, &str)] = &[
    ("home of a manager", "home, 5,000 reports", "home, 11 reports"),
    ("a manager's queue", QUEUE, "time-off queue, 11 reports"),
    ("search for employees", "search, 5,000 reports", "search, 11 reports"),
    ("home of an employee with 480 more requests", "home, 480 more requests", "home, one of 11"),
    ("queue of their manager", "time-off queue, 480 more requests", "time-off queue, 11 reports"),
];

pub(crate) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "viewer",
        who: Some("priya"),
        ask: Ask::Read { query: VIEWER, variables: |_| json!({}) },
        growth: Growth::Flat,
    },
    Operation {
        name: HOME_NAME,
        who: Some("elena"),
        ask: Ask::Read { query: HOME, variables: |ground| at_home(ground.as_employee("elena")) },
        growth: Growth::Flat,
    },
    Operation {
        name: "home, manager",
        who: Some("priya"),
        ask: Ask::Read { query: MANAGER_HOME, variables: |ground| managing_at_home(ground, "priya") },
        growth: Growth::Flat,
    },
    Operation {
        name: "home, 11 reports",
        who: Some(LEAD),
        ask: Ask::Read { query: MANAGER_HOME, variables: |ground| managing_at_home(ground, LEAD) },
        growth: Growth::Flat,
    },
    Operation {
        name: "home, 5,000 reports",
        who: Some(HEAD),
        ask: Ask::Read { query: MANAGER_HOME, variables: |ground| managing_at_home(ground, HEAD) },
        growth: Growth::Flat,
    },
    Operation {
        name: "home, one of 11",
        who: Some(REPORT),
        ask: Ask::Read { query: HOME, variables: |ground| at_home(ground.as_employee(REPORT)) },
        growth: Growth::Flat,
    },
    Operation {
        name: "home, 480 more requests",
        who: Some(LADEN),
        ask: Ask::Read { query: HOME, variables: |ground| at_home(ground.as_employee(LADEN)) },
        growth: Growth::Flat,
    },
    Operation {
        name: "search, 11 reports",
        who: Some(LEAD),
        ask: Ask::Read { query: SEARCH, variables: |ground| ground.as_manager(LEAD) },
        growth: Growth::Flat,
    },
    Operation {
        name: "search, 5,000 reports",
        who: Some(HEAD),
        ask: Ask::Read { query: SEARCH, variables: |ground| ground.as_manager(HEAD) },
        growth: Growth::Flat,
    },
    Operation {
        name: "listCompanyMessages, employee",
        who: Some("elena"),
        ask: Ask::Read { query: EMPLOYEE_MESSAGES, variables: |ground| ground.as_employee("elena") },
        growth: Growth::Flat,
    },
    Operation {
        name: "listCompanyMessages, manager",
        who: Some("priya"),
        ask: Ask::Read { query: MANAGER_MESSAGES, variables: |ground| ground.as_manager("priya") },
        growth: Growth::Flat,
    },
    Operation {
        name: "listCompanyMessages, page 2",
        who: Some("priya"),
        ask: Ask::Read {
            query: MANAGER_MESSAGES,
            variables: |ground| {
                with(ground.as_manager("priya"), "cursor", json!(ground.learnt("second page of messages")))
            },
        },
        growth: Growth::Flat,
    },
    Operation {
        name: "timeOffBalances",
        who: Some("elena"),
        ask: Ask::Read { query: TIME_OFF_BALANCES, variables: |ground| ground.as_employee("elena") },
        growth: Growth::Flat,
    },
    Operation {
        name: "listEmployeeTimeOffRequests",
        who: Some("elena"),
        ask: Ask::Read { query: TIME_OFF_REQUESTS, variables: |ground| ground.as_employee("elena") },
        growth: Growth::Flat,
    },
    Operation {
        name: "listManagersEmployeesTimeOffRequest",
        who: Some("priya"),
        ask: Ask::Read { query: TIME_OFF_QUEUE, variables: |ground| ground.as_manager("priya") },
        growth: Growth::Flat,
    },
    Operation {
        name: "time-off queue, 11 reports",
        who: Some(LEAD),
        ask: Ask::Read { query: TIME_OFF_QUEUE, variables: |ground| ground.as_manager(LEAD) },
        growth: Growth::Flat,
    },
    Operation {
        name: "time-off queue, 480 more requests",
        who: Some(LADEN_LEAD),
        ask: Ask::Read { query: TIME_OFF_QUEUE, variables: |ground| ground.as_manager(LADEN_LEAD) },
        growth: Growth::Flat,
    },
    Operation {
        name: QUEUE,
        who: Some(HEAD),
        ask: Ask::Read { query: TIME_OFF_QUEUE, variables: |ground| ground.as_manager(HEAD) },
        growth: Growth::Flat,
    },
    Operation {
        name: "createTimeOffRequest",
        who: Some("elena"),
        ask: Ask::Write {
            query: CREATE_TIME_OFF,
            variables: |ground, nth| with_day_off(ground, ground.as_employee("elena"), nth),
            of: None,
            keeps: None,
        },
        growth: Growth::Flat,
    },
    Operation {
        name: "reportPunch",
        who: Some("elena"),
        ask: Ask::Write {
            query: REPORT_PUNCH,
            variables: |ground, nth| with(ground.as_employee("elena"), "input", late_punch(nth)),
            of: None,
            keeps: None,
        },
        growth: Growth::Flat,
    },
    Operation {
        name: "listLatePunches",
        who: Some("priya"),
        ask: Ask::Read { query: LATE_PUNCHES, variables: |ground| ground.as_manager("priya") },
        growth: Growth::Flat,
    },
    Operation {
        name: "teamCalendar",
        who: Some("elena"),
        ask: Ask::Read { query: TEAM_CALENDAR, variables: |ground| ground.as_employee("elena") },
        growth: Growth::ByNature,
    },
    Operation {
        name: "reportsCalendar, 5,000 reports",
        who: Some(HEAD),
        ask: Ask::Read { query: REPORTS_CALENDAR, variables: |ground| ground.as_manager(HEAD) },
        growth: Growth::ByNature,
    },
    Operation {
        name: "listEmployeePayStubs",
        who: Some("elena"),
        ask: Ask::Read { query: PAY_STUBS, variables: |ground| ground.as_employee("elena") },
        growth: Growth::Flat,
    },
    Operation {
        name: "payTiming",
        who: Some("elena"),
        ask: Ask::Read { query: PAY_TIMING, variables: |ground| ground.as_employee("elena") },
        growth: Growth::Flat,
    },
    Operation {
        name: "listPayRuns",
        who: Some("grace"),
        ask: Ask::Read { query: PAY_RUNS, variables: |ground| ground.as_employee("elena") },
        growth: Growth::Flat,
    },
    Operation {
        name: "employeePaystub",
        who: Some("elena"),
        ask: Ask::Read { query: PAY_STUB, variables: latest_stub },
        growth: Growth::Flat,
    },
    Operation {
        name: "employeePaystub, PDF",
        who: Some("elena"),
        ask: Ask::Read { query: PAY_STUB_PDF, variables: latest_stub },
        growth: Growth::Flat,
    },
    Operation {
        name: "employeeById",
        who: Some("elena"),
        ask: Ask::Read { query: EMPLOYEE, variables: |ground| ground.as_employee("elena") },
        growth: Growth::Flat,
    },
    Operation {
        name: "employeeBenefits",
        who: Some("elena"),
        ask: Ask::Read { query: BENEFITS, variables: |ground| ground.as_employee("elena") },
        growth: Growth::Flat,
    },
    Operation {
        name: "listManagerEEChangeRequest",
        who: Some("priya"),
        ask: Ask::Read { query: DEPOSIT_REQUESTS, variables: |ground| ground.as_manager("priya") },
        growth: Growth::Flat,
    },
    Operation {
        name: "listOrganizations",
        who: Some("priya"),
        ask: Ask::Read { query: ORGANIZATIONS, variables: |ground| ground.as_manager("priya") },
        growth: Growth::Flat,
    },
    Operation {
        name: "listCompanyPaygroups",
        who: Some("priya"),
        ask: Ask::Read { query: PAY_GROUPS, variables: |ground| ground.as_manager("priya") },
        growth: Growth::Flat,
    },
    Operation {
        name: "listManagersEmployees, 100",
        who: Some("priya"),
        ask: Ask::Read { query: REPORTS, variables: |ground| ground.as_manager("priya") },
        growth: Growth::Flat,
    },
    Operation {
        name: "listManagersEmployees, 5,000 reports",
        who: Some(HEAD),
        ask: Ask::Read { query: REPORTS, variables: |ground| ground.as_manager(HEAD) },
        growth: Growth::Flat,
    },
    Operation {
        name: "resources",
        who: Some("elena"),
        ask: Ask::Read {
            query: RESOURCES,
            variables: |ground| {
                let all = ground.as_employee("elena");
                json!({ "company": all["company"], "employee": all["employee"] })
            },
        },
        growth: Growth::Flat,
    },
    Operation {
        name: "messageAudience",
        who: Some("priya"),
        ask: Ask::Read { query: AUDIENCE, variables: |ground| ground.as_manager("priya") },
        growth: Growth::ByNature,
    },
    Operation {
        name: "createMessage",
        who: Some("priya"),
        ask: Ask::Write {
            query: CREATE_MESSAGE,
            variables: |ground, _| {
                let input = json!({ "message": MESSAGE, "startDate": "2026-11-16", "endDate": "2026-11-20" });
                with(ground.as_manager("priya"), "input", input)
            },
            of: None,
            keeps: Some("/data/createMessage/id"),
        },
        growth: Growth::NoGoal,
    },
    Operation {
        name: "updateMessage",
        who: Some("priya"),
        ask: Ask::Write {
            query: UPDATE_MESSAGE,
            variables: |ground, id| {
                let days = json!({ "startDate": "2026-11-16", "endDate": "2026-11-21" });
                let input =
                    with(with(with(days, "message", json!(MESSAGE)), "id", json!(id)), "version", json!(1));
                with(ground.as_manager("priya"), "input", input)
            },
            of: Some("createMessage"),
            keeps: Some("/data/updateMessage/id"),
        },
        growth: Growth::NoGoal,
    },
    Operation {
        name: "deleteMessage",
        who: Some("priya"),
        ask: Ask::Write {
            query: DELETE_MESSAGE,
            variables: |ground, id| with(ground.as_manager("priya"), "message", json!(id)),
            of: Some("updateMessage"),
            keeps: None,
        },
        growth: Growth::NoGoal,
    },
    Operation {
        name: "listCompanies",
        who: Some("grace"),
        ask: Ask::Read { query: COMPANIES, variables: |ground| ground.as_administrator("grace") },
        growth: Growth::Flat,
    },
    Operation {
        name: "listApplications",
        who: Some("grace"),
        ask: Ask::Read { query: APPLICATIONS, variables: |ground| ground.as_administrator("grace") },
        growth: Growth::Flat,
    },
    Operation {
        name: "listTenantEvents",
        who: Some("grace"),
        ask: Ask::Read { query: EVENTS, variables: |ground| ground.as_administrator("grace") },
        growth: Growth::Flat,
    },
    Operation {
        name: "listMachines",
        who: Some("grace"),
        ask: Ask::Read { query: MACHINES, variables: |ground| ground.as_administrator("grace") },
        growth: Growth::Flat,
    },
    Operation {
        name: "companyReport: headcount",
        who: Some("grace"),
        ask: Ask::Read { query: HEADCOUNT, variables: |ground| ground.as_manager("priya") },
        growth: Growth::ByNature,
    },
    Operation {
        name: "listReportPeople: balances",
        who: Some("grace"),
        ask: Ask::Read { query: BALANCES_ON_DAY, variables: |ground| ground.as_manager("priya") },
        growth: Growth::Flat,
    },
    Operation {
        name: "administeredPeople",
        who: Some("grace"),
        ask: Ask::Read { query: PEOPLE, variables: |_| json!({}) },
        growth: Growth::Flat,
    },
    Operation {
        name: "administeredPeople, page 2",
        who: Some("grace"),
        ask: Ask::Read {
            query: PEOPLE,
            variables: |ground| json!({ "cursor": ground.learnt("second page of people") }),
        },
        growth: Growth::Flat,
    },
    // Any part of a name: everyone is looked at.
    Operation {
        name: "administeredPeople, search for one",
        who: Some("grace"),
        ask: Ask::Read { query: PEOPLE, variables: |_| json!({ "search": "elena" }) },
        growth: Growth::ByNature,
    },
    // Not as a read: the identity provider asks for the sessions by itself, which the bare handlers can't follow.
    Operation {
        name: "person's page",
        who: Some("grace"),
        ask: Ask::Write {
            query: PERSON,
            variables: |ground, _| {
                with(ground.as_administrator("grace"), "person", json!(ground.learnt("someone")))
            },
            of: None,
            keeps: None,
        },
        growth: Growth::Flat,
    },
    Operation {
        name: "unmanagedEmployees",
        who: Some("grace"),
        ask: Ask::Read { query: UNMANAGED, variables: |_| json!({}) },
        growth: Growth::Flat,
    },
    Operation {
        name: "administratorHome",
        who: Some("grace"),
        ask: Ask::Read { query: ADMINISTRATOR_HOME, variables: |_| json!({}) },
        growth: Growth::Flat,
    },
    Operation {
        name: "listUpstreams",
        who: Some("grace"),
        ask: Ask::Read { query: UPSTREAMS, variables: |ground| ground.as_administrator("grace") },
        growth: Growth::Flat,
    },
    Operation {
        name: "listWebhooks",
        who: Some("grace"),
        ask: Ask::Read { query: WEBHOOKS, variables: |ground| ground.as_administrator("grace") },
        growth: Growth::Flat,
    },
    Operation {
        name: "compareRights",
        who: Some("grace"),
        ask: Ask::Read {
            query: COMPARED,
            variables: |ground| {
                let one = with(ground.as_administrator("grace"), "one", json!(ground.learnt("someone")));
                with(one, "other", json!(ground.learnt("someone else")))
            },
        },
        growth: Growth::Flat,
    },
    Operation {
        name: "noticeTexts",
        who: Some("grace"),
        ask: Ask::Read { query: NOTICE_TEXTS, variables: |ground| ground.as_administrator("grace") },
        growth: Growth::Flat,
    },
    Operation {
        name: "auditEvents",
        who: Some("grace"),
        ask: Ask::Write {
            query: AUDIT_EVENTS,
            variables: |ground, _| ground.as_administrator("grace"),
            of: None,
            keeps: None,
        },
        growth: Growth::Flat,
    },
    Operation {
        name: "roleChoices and listRoles, to add someone",
        who: Some("grace"),
        ask: Ask::Read { query: ADDING_CHOICES, variables: |ground| ground.as_administrator("grace") },
        growth: Growth::Flat,
    },
    Operation {
        name: "setPortalVersion",
        who: Some("grace"),
        ask: Ask::Write {
            query: SET_PORTAL_VERSION,
            variables: |ground, _| json!({ "person": ground.learnt("someone") }),
            of: None,
            keeps: None,
        },
        growth: Growth::NoGoal,
    },
    Operation {
        name: "portalSettings",
        who: Some("grace"),
        ask: Ask::Read { query: PORTAL_SETTINGS, variables: |ground| ground.as_administrator("grace") },
        growth: Growth::Flat,
    },
    Operation {
        name: "listRoles",
        who: Some("grace"),
        ask: Ask::Read { query: ROLES, variables: |ground| ground.as_administrator("grace") },
        growth: Growth::Flat,
    },
    Operation {
        name: "listRoleHolders, everybody's",
        who: Some("grace"),
        ask: Ask::Read {
            query: ROLE_HOLDERS,
            variables: |ground| {
                let role = json!(ground.learnt("everybody's role"));
                with(ground.as_administrator("grace"), "role", role)
            },
        },
        growth: Growth::Flat,
    },
    Operation {
        name: "roleCandidates",
        who: Some("grace"),
        ask: Ask::Read {
            query: ROLE_CANDIDATES,
            variables: |ground| with(ground.as_administrator("grace"), "search", json!("elena")),
        },
        growth: Growth::Flat,
    },
    Operation {
        name: "assistant's counts",
        who: Some("grace"),
        ask: Ask::Read { query: ASSISTANT_OVERVIEW, variables: |ground| ground.as_administrator("grace") },
        growth: Growth::Flat,
    },
    Operation {
        name: "assistant's test box",
        who: Some("grace"),
        ask: Ask::Read { query: ASSISTANT_TEST, variables: |ground| ground.as_administrator("grace") },
        growth: Growth::Flat,
    },
    Operation {
        name: "/sessions/me",
        who: Some("elena"),
        ask: Ask::Get(|_| "/sessions/me".to_owned()),
        growth: Growth::Flat,
    },
    Operation {
        name: "/oauth2/userinfo",
        who: Some("elena"),
        ask: Ask::Get(|_| "/oauth2/userinfo".to_owned()),
        growth: Growth::Flat,
    },
    Operation { name: "refresh", who: Some("elena"), ask: Ask::Refresh, growth: Growth::Flat },
    Operation { name: "sign-in beyond the hash", who: None, ask: Ask::SignIn, growth: Growth::Flat },
    Operation {
        name: "/healthz",
        who: None,
        ask: Ask::Get(|_| "/healthz".to_owned()),
        growth: Growth::NoGoal,
    },
    Operation { name: "index page", who: None, ask: Ask::Get(|_| "/".to_owned()), growth: Growth::NoGoal },
    Operation { name: "hashed asset", who: None, ask: Ask::Get(Ground::asset), growth: Growth::NoGoal },
];

impl Operation {
    /// Where its bare handler answers; only a read of data has one.
    pub(crate) fn bare_path(&self) -> Option<String> {
        let name = self.name.replace(", ", "-").replace(' ', "-");
        matches!(self.ask, Ask::Read { .. }).then(|| format!("/bare/{name}"))
    }
}

const MESSAGE: &str = "Dock 4 is closed on Thursday from 6 to 10 a.m. Trucks wait at gate B.";

/// The request of an unpaid day, another for each `nth`.
pub(crate) fn day_off_request(ground: &Ground, ids: Value, nth: &str) -> String {
    json!({ "query": CREATE_TIME_OFF, "variables": with_day_off(ground, ids, nth) }).to_string()
}

fn with_day_off(ground: &Ground, ids: Value, nth: &str) -> Value {
    let day = day_off(nth);
    let input = json!({ "typeId": ground.learnt("unpaid time off"), "unit": "whole",
        "startDate": day.to_string(), "endDate": day.to_string(), "includeWeekends": true });
    with(ids, "input", input)
}

/// A different day for each request: within the two years that can be requested, and never a holiday.
fn day_off(nth: &str) -> Date {
    let may_be_holiday = |day: &Date| match (day.month(), day.day()) {
        (1, 1) | (7, 3..=5) | (11, 22..=29) | (12, 24..=26 | 31) => true,
        _ => day.weekday() == Weekday::Monday,
    };
    let from = date(2026, 12, 16);
    let mut days = from.series(jiff::Span::new().days(1)).filter(|day| !may_be_holiday(day));
    days.nth(nth.parse().unwrap_or_default()).unwrap_or(from)
}

/// A different press for each request, in the last two days.
fn late_punch(nth: &str) -> Value {
    let nth: u32 = nth.parse().unwrap_or_default();
    let now = Clock::system().now();
    let device_time = now - SignedDuration::from_secs(i64::from(nth) * 61 % (48 * 3600));
    json!({ "pressId": format!("00000000-0000-7000-8000-{nth:012}"), "kind": if nth.is_multiple_of(2) { "out" } else { "in" },
        "deviceTime": device_time, "offsetSeconds": 0 })
}

fn latest_stub(ground: &Ground) -> Value {
    with(ground.as_employee("elena"), "stub", json!(ground.learnt("latest pay stub")))
}

/// The names that the web app gives to what its homes ask with.
fn at_home(ids: Value) -> Value {
    let mut renamed = json!({ "today": TODAY.to_string() });
    for (short, whole) in [
        ("tenant", "tenantId"),
        ("company", "companyId"),
        ("employee", "employeeId"),
        ("manager", "managerId"),
    ] {
        if let Some(id) = ids.get(short) {
            renamed[whole] = id.clone();
        }
    }
    renamed
}

fn managing_at_home(ground: &Ground, who: &str) -> Value {
    let mut all = at_home(ground.as_manager(who));
    all.as_object_mut().map(|all| all.remove("today"));
    all
}

fn with(mut object: Value, name: &str, value: Value) -> Value {
    object[name] = value;
    object
}

//! The features, one row each: their GraphQL, their routes, their background jobs, what people can upload and what
//! operators can import. The rest of the frame walks this list. To add a feature, add its folder and its row; to remove
//! one, remove both.

use crate::access;
use crate::account;
use crate::announcements;
use crate::api;
use crate::applications;
use crate::assistant;
use crate::attention;
use crate::benefits;
use crate::calendars;
use crate::clock;
use crate::companies;
use crate::company;
use crate::decisions;
use crate::deposits;
use crate::documents;
use crate::employee_data;
use crate::employment;
use crate::events;
use crate::feature_row::{Done, EmployeeNews, FeatureRow, Job, OwnScalar, Rhythm, RouteGroup};
use crate::features;
use crate::federation;
use crate::handover;
use crate::health;
use crate::host_applications;
use crate::import::{self, ImportKinds};
use crate::inbox;
use crate::integrations;
use crate::machines;
use crate::mappings;
use crate::pay_stubs;
use crate::profile;
use crate::reports;
use crate::resources;
use crate::roles;
use crate::runs;
use crate::scim;
use crate::setup;
use crate::tax_returns;
use crate::tax_setup;
use crate::team;
use crate::tenants;
use crate::time_off;
use crate::upstreams;
use async_graphql::MergedObject;
use std::sync::LazyLock;

/// The kinds of files that can be imported.
pub static IMPORT_KINDS: LazyLock<ImportKinds> =
    LazyLock::new(|| ImportKinds::of(ALL.iter().flat_map(|feature| feature.imports).copied()));

// In groups, because each member in a merged object adds a level of nested types.
macro_rules! features {
    ($($queries:ident, $mutations:ident: {
        $($feature:ident { [$($query:ident),*], [$($mutation:ident),*] $(, $part:ident: $value:expr)* $(,)? })*
    })*) => {
        $(
            #[derive(MergedObject, Default)]
            pub struct $queries($($(crate::$feature::$query,)*)*);

            #[derive(MergedObject, Default)]
            pub struct $mutations($($(crate::$feature::$mutation,)*)*);
        )*

        #[derive(MergedObject, Default)]
        pub struct Query($($queries,)*);

        #[derive(MergedObject, Default)]
        pub struct Mutation($($mutations,)*);

        pub static ALL: &[FeatureRow] = &[$($(
            FeatureRow { name: stringify!($feature), $($part: $value,)* ..FeatureRow::PLAIN },
        )*)*];
    };
}

features! {
    ConsoleQuery, ConsoleMutation: {
        attention {
            [AttentionQuery], [],
            jobs: &[Job {
                rhythm: Rhythm::Minute,
                what: "first steps",
                run: |app| {
                    Box::pin(async { attention::note_first_steps(app).await.map(|()| Done::Everything) })
                },
            }],
        }
        audit { [AuditQuery], [AuditMutation] }
        events {
            [EventQuery], [EventMutation],
            refusals: events::REFUSALS,
            api: Some(events::api),
            jobs: &[Job {
                rhythm: Rhythm::Round,
                what: "webhooks",
                run: |app| Box::pin(async {
                    events::begin_delivering(app);
                    Ok(Done::Everything)
                }),
            }],
            forget: Some(|tx, now| Box::pin(events::forget(tx, now))),
        }
        handover {
            [HandoverQuery], [HandoverMutation],
            refusals: handover::REFUSALS,
            api: Some(handover::api),
            routes: &[RouteGroup { paths: handover::ROUTES, is_sign_in: false, build: handover::routes }],
        }
        health { [HealthQuery], [HealthMutation], refusals: health::REFUSALS }
        host_applications {
            [HostApplicationQuery], [HostApplicationMutation],
            refusals: host_applications::REFUSALS,
            demo: host_applications::DEMO,
        }
        import {
            [ImportQuery], [ImportMutation],
            refusals: import::UPLOAD_REFUSALS,
            api: Some(import::api),
            api_uploads: Some(|| import::upload_api(&IMPORT_KINDS)),
            jobs: &[
                Job {
                    rhythm: Rhythm::Round,
                    what: "imports",
                    run: |app| Box::pin(async {
                        import::work_on(app, &IMPORT_KINDS).await.map(|()| Done::Everything)
                    }),
                },
                Job {
                    rhythm: Rhythm::Minute,
                    what: "watched folder",
                    run: |app| Box::pin(async {
                        import::watch(app, &IMPORT_KINDS).await.map(|()| Done::Everything)
                    }),
                },
            ],
            forget: Some(|tx, now| Box::pin(import::forget(tx, now))),
            uploads: &["addImportPiece"],
        }
        machines {
            [MachineQuery], [MachineMutation],
            refusals: machines::REFUSALS,
            forget: Some(|tx, now| Box::pin(async move {
                api::forget_answers(tx, &access::upkeep(), now).await.map(drop)
            })),
        }
        mappings { [], [], refusals: mappings::REFUSALS }
        reports {
            [ReportQuery], [ReportMutation],
            refusals: reports::REFUSALS,
            routes: &[RouteGroup { paths: reports::ROUTES, is_sign_in: false, build: reports::routes }],
            jobs: &[Job {
                rhythm: Rhythm::Minute,
                what: "scheduled reports",
                run: |app| Box::pin(async {
                    let is_more = reports::send_due(app).await?;
                    Ok(if is_more { Done::Batch } else { Done::Everything })
                }),
            }],
        }
        scim {
            [], [],
            refusals: scim::REFUSALS,
            routes: &[RouteGroup { paths: scim::ROUTES, is_sign_in: false, build: scim::routes }],
        }
        upstreams { [UpstreamQuery], [UpstreamMutation], refusals: upstreams::REFUSALS }
    }

    PortalQuery, PortalMutation: {
        account {
            [AccountQuery, HelpQuery, SecurityQuery], [HelpMutation, SecurityMutation],
            refusals: account::REFUSALS,
            demo: account::DEMO,
            imports: account::SHEETS,
            known_browser: Some(|app, headers| Box::pin(account::known_browser(app, headers))),
            routes: &[
                RouteGroup { paths: account::ROUTES, is_sign_in: true, build: account::routes },
                RouteGroup { paths: account::STEP_UP_ROUTES, is_sign_in: false, build: account::step_up_routes },
            ],
            jobs: &[Job {
                rhythm: Rhythm::Round,
                what: "requested links",
                run: |app| Box::pin(async {
                    let answered = account::answer_link_requests(app).await?;
                    Ok(if answered == account::LINK_BATCH { Done::Batch } else { Done::Everything })
                }),
            }],
        }
        applications {
            [ApplicationQuery], [],
            refusals: applications::REFUSALS,
            routes: &[RouteGroup { paths: applications::ROUTES, is_sign_in: false, build: applications::routes }],
        }
        assistant {
            [AssistantQuery], [],
            refusals: assistant::REFUSALS,
            jobs: &[Job {
                rhythm: Rhythm::Round,
                what: "language model",
                run: |app| Box::pin(async {
                    assistant::keep_model_checked(app);
                    Ok(Done::Everything)
                }),
            }],
            routes: &[RouteGroup { paths: assistant::ROUTES, is_sign_in: false, build: assistant::routes }],
            forget: Some(assistant::forget),
        }
        features {
            [FeatureQuery, NoticeTextQuery, PortalSettingQuery],
            [FeatureMutation, NoticeTextMutation, PortalSettingMutation],
            refusals: features::REFUSALS,
            demo: features::DEMO,
            routes: &[RouteGroup { paths: features::ROUTES, is_sign_in: false, build: features::routes }],
        }
        federation {
            [UpstreamTestQuery], [],
            refusals: federation::REFUSALS,
            routes: &[RouteGroup { paths: federation::ROUTES, is_sign_in: true, build: federation::routes }],
            forget: Some(|tx, now| Box::pin(async move { federation::forget_attempts(tx, now).await.map(drop) })),
        }
        inbox {
            [InboxQuery], [InboxMutation],
            demo: inbox::DEMO,
            forget: Some(|tx, now| Box::pin(inbox::forget_old(tx, now))),
        }
        integrations {
            [IntegrationQuery], [IntegrationMutation],
            refusals: integrations::REFUSALS,
            demo: integrations::DEMO,
            routes: &[RouteGroup {
                paths: integrations::ROUTES,
                is_sign_in: false,
                build: |app, _| integrations::routes(app),
            }],
        }
        setup {
            [], [],
            refusals: setup::REFUSALS,
            routes: &[RouteGroup { paths: setup::ROUTES, is_sign_in: true, build: setup::routes }],
        }
        tenants {
            [], [],
            refusals: tenants::REFUSALS,
            jobs: &[Job {
                rhythm: Rhythm::Minute,
                what: "removed tenants",
                run: |app| Box::pin(async { tenants::erase_removed(app).await.map(|_| Done::Everything) }),
            }],
        }
    }

    PayQuery, PayMutation: {
        deposits {
            [DepositQuery, OlderDepositQuery], [],
            refusals: deposits::REFUSALS,
            demo: deposits::DEMO,
            imports: deposits::SHEETS,
            routes: &[
                RouteGroup { paths: deposits::ROUTES, is_sign_in: true, build: |app, _| deposits::routes(app) },
                RouteGroup { paths: deposits::OLDER_ROUTES, is_sign_in: false, build: deposits::older_routes },
            ],
        }
        pay_stubs {
            [PayStubQuery], [],
            refusals: pay_stubs::REFUSALS,
            imports: pay_stubs::SHEETS,
            demo: pay_stubs::DEMO,
            jobs: &[Job {
                rhythm: Rhythm::Minute,
                what: "pay stub notices",
                run: |app| Box::pin(async {
                    let is_more = pay_stubs::tell_of_stubs(app).await?;
                    Ok(if is_more { Done::Batch } else { Done::Everything })
                }),
            }],
        }
        runs {
            [PayTimingQuery, RunQuery], [RunMutation],
            refusals: runs::REFUSALS,
            imports: runs::SHEETS,
            demo: runs::DEMO,
        }
        tax_setup {
            [TaxQuery], [],
            refusals: tax_setup::REFUSALS,
            demo: tax_setup::DEMO,
            imports: tax_setup::SHEETS,
            scalars: &[OwnScalar { name: "TaxFigure", read: tax_setup::check_figure }],
        }
        tax_returns {
            [TaxReturnQuery], [TaxReturnMutation],
            refusals: tax_returns::REFUSALS,
            imports: tax_returns::SHEETS,
            demo: tax_returns::DEMO,
        }
    }

    TimeQuery, TimeMutation: {
        calendars {
            [CalendarQuery, TeamCalendarQuery], [CalendarMutation],
            refusals: calendars::REFUSALS,
            routes: &[RouteGroup {
                paths: calendars::ROUTES,
                is_sign_in: false,
                build: |app, _| calendars::routes(app),
            }],
        }
        clock {
            [ClockQuery, TeamClockQuery], [ClockMutation, TeamClockMutation],
            refusals: clock::REFUSALS,
            imports: clock::SHEETS,
            demo: clock::DEMO,
            jobs: &[Job {
                rhythm: Rhythm::Minute,
                what: "hours for payroll",
                run: |app| Box::pin(async { clock::note_hours(app).await }),
            }],
        }
        time_off {
            [AttachmentQuery, DecidingQuery, PolicyQuery, TimeOffQuery],
            [AttachmentMutation, DecidingMutation, PolicyMutation, TimeOffMutation],
            refusals: time_off::REFUSALS,
            demo: time_off::DEMO,
            imports: time_off::SHEETS,
            routes: &[RouteGroup { paths: time_off::ROUTES, is_sign_in: false, build: time_off::routes }],
            jobs: &[Job {
                rhythm: Rhythm::Minute,
                what: "reminders",
                run: |app| Box::pin(async { time_off::remind(app).await.map(|_| Done::Everything) }),
            }],
            uploads: &["createTimeOffRequest", "addTimeOffAttachment"],
        }
    }

    PeopleQuery, PeopleMutation: {
        benefits { [BenefitQuery], [], imports: benefits::SHEETS, demo: benefits::DEMO }
        data_views { [DataViewQuery], [] }
        decisions { [ChangeRequestQuery], [ChangeRequestMutation], demo: decisions::DEMO }
        employee_data { [], [ChangeMutation, EmployeeDataMutation], refusals: employee_data::REFUSALS }
        employment {
            [EmploymentQuery], [AddingMutation, EmploymentMutation],
            refusals: employment::REFUSALS,
            api: Some(employment::api),
            demo: employment::DEMO,
            jobs: &[Job {
                rhythm: Rhythm::Minute,
                what: "employment dates",
                run: |app| Box::pin(async { employment::follow(app).await.map(|()| Done::Everything) }),
            }],
        }
        profile {
            [ProfileQuery, ReportProfileQuery], [],
            refusals: profile::REFUSALS,
            imports: profile::SHEETS,
            demo: profile::DEMO,
        }
        companies {
            [CompanyEntryQuery, CompanyCalendarQuery, CompanySetupQuery],
            [CompanyEntryMutation, CompanyCalendarMutation, CompanySetupMutation],
            refusals: companies::REFUSALS,
            api: Some(companies::api),
            uploads: &["setTenantLogo"],
        }
        roles { [RightsQuery, RoleQuery], [RoleMutation], refusals: roles::REFUSALS, demo: roles::DEMO }
        team { [TeamQuery], [], refusals: team::REFUSALS, imports: team::SHEETS }
    }

    CompanyQueries, CompanyMutation: {
        announcements {
            [AnnouncementQuery], [AnnouncementMutation],
            refusals: announcements::REFUSALS,
            demo: announcements::DEMO,
            news: Some(EmployeeNews(announcements::news_of)),
        }
        company {
            [CompanyQuery], [],
            refusals: company::REFUSALS,
            imports: company::SHEETS,
            demo: company::DEMO,
        }
        documents {
            [DocumentQuery], [DocumentMutation],
            refusals: documents::REFUSALS,
            demo: documents::DEMO,
            routes: &[RouteGroup { paths: documents::ROUTES, is_sign_in: false, build: documents::routes }],
            uploads: &["putCompanyDocuments"],
            jobs: &[Job {
                rhythm: Rhythm::Minute,
                what: "document texts",
                run: |app| Box::pin(async {
                    documents::begin_reading(app);
                    Ok(Done::Everything)
                }),
            }],
        }
        resources {
            [AdministeredLinkQuery, LinkQuery, ResourceQuery],
            [AdministeredLinkMutation, LinkMutation, ResourceMutation],
            refusals: resources::REFUSALS,
            demo: resources::DEMO,
        }
    }
}

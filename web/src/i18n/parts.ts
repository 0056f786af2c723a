/**
 * The texts in parts: `app` comes with every visit, a feature's own with its pages (`texts` in routes.tsx). A part is a pair of files,
 * `time-off.en.json` and `time-off.es.json`; a key missing from the Spanish one, or one too many in it, does not compile.
 * `refusals` has what the server refuses with, and comes with the first part of a feature, to a home when something is refused there; what is
 * said of a server that does not answer, or not as it should, is in `app`.
 * Titles and menu entries of pages are shown before their part is there: they belong to `app`, as `page.…`.
 */
import type { ErrorCode } from '../api/error';
import type account from './account.en.json';
import type accountEs from './account.es.json';
import type announcements from './announcements.en.json';
import type announcementsEs from './announcements.es.json';
import type app from './app.en.json';
import type appEs from './app.es.json';
import type applications from './applications.en.json';
import type applicationsEs from './applications.es.json';
import type assistant from './assistant.en.json';
import type assistantEs from './assistant.es.json';
import type assistantConsole from './assistant-console.en.json';
import type assistantConsoleEs from './assistant-console.es.json';
import type attention from './attention.en.json';
import type attentionEs from './attention.es.json';
import type audit from './audit.en.json';
import type auditEs from './audit.es.json';
import type benefits from './benefits.en.json';
import type benefitsEs from './benefits.es.json';
import type calendars from './calendars.en.json';
import type calendarsEs from './calendars.es.json';
import type career from './career.en.json';
import type careerEs from './career.es.json';
import type clock from './clock.en.json';
import type clockEs from './clock.es.json';
import type companies from './companies.en.json';
import type companiesEs from './companies.es.json';
import type company from './company.en.json';
import type companyEs from './company.es.json';
import type consoleTexts from './console.en.json';
import type consoleTextsEs from './console.es.json';
import type deposits from './deposits.en.json';
import type depositsEs from './deposits.es.json';
import type documents from './documents.en.json';
import type documentsEs from './documents.es.json';
import type employment from './employment.en.json';
import type employmentEs from './employment.es.json';
import type events from './events.en.json';
import type eventsEs from './events.es.json';
import type formerHome from './former-home.en.json';
import type formerHomeEs from './former-home.es.json';
import type guide from './guide.en.json';
import type guideEs from './guide.es.json';
import type handover from './handover.en.json';
import type handoverEs from './handover.es.json';
import type health from './health.en.json';
import type healthEs from './health.es.json';
import type hostApplications from './host-applications.en.json';
import type hostApplicationsEs from './host-applications.es.json';
import type importTexts from './import.en.json';
import type importTextsEs from './import.es.json';
import type inbox from './inbox.en.json';
import type inboxEs from './inbox.es.json';
import type integrations from './integrations.en.json';
import type integrationsEs from './integrations.es.json';
import type machines from './machines.en.json';
import type machinesEs from './machines.es.json';
import type native from './native.en.json';
import type nativeEs from './native.es.json';
import type ownRequests from './own-requests.en.json';
import type ownRequestsEs from './own-requests.es.json';
import type payStubs from './pay-stubs.en.json';
import type payStubsEs from './pay-stubs.es.json';
import type payroll from './payroll.en.json';
import type payrollEs from './payroll.es.json';
import type portal from './portal.en.json';
import type portalEs from './portal.es.json';
import type profile from './profile.en.json';
import type profileEs from './profile.es.json';
import type refusals from './refusals.en.json';
import type refusalsEs from './refusals.es.json';
import type reports from './reports.en.json';
import type reportsEs from './reports.es.json';
import type resources from './resources.en.json';
import type resourcesEs from './resources.es.json';
import type roles from './roles.en.json';
import type rolesEs from './roles.es.json';
import type stepUp from './step-up.en.json';
import type stepUpEs from './step-up.es.json';
import type taxReturns from './tax-returns.en.json';
import type taxReturnsEs from './tax-returns.es.json';
import type taxSetup from './tax-setup.en.json';
import type taxSetupEs from './tax-setup.es.json';
import type team from './team.en.json';
import type teamEs from './team.es.json';
import type timeOff from './time-off.en.json';
import type timeOffEs from './time-off.es.json';
import type upstreams from './upstreams.en.json';
import type upstreamsEs from './upstreams.es.json';

/** English and Spanish of one part; the compiler names the key in which they differ. */
type Both<En, Es extends Record<keyof En, string> & Record<Exclude<keyof Es, keyof En>, never>> = {
  en: En;
  es: Es;
};

type Parts = {
  app: Both<typeof app, typeof appEs>;
  refusals: Both<typeof refusals, typeof refusalsEs>;
  'step-up': Both<typeof stepUp, typeof stepUpEs>;
  native: Both<typeof native, typeof nativeEs>;
  account: Both<typeof account, typeof accountEs>;
  announcements: Both<typeof announcements, typeof announcementsEs>;
  assistant: Both<typeof assistant, typeof assistantEs>;
  'assistant-console': Both<typeof assistantConsole, typeof assistantConsoleEs>;
  'time-off': Both<typeof timeOff, typeof timeOffEs>;
  attention: Both<typeof attention, typeof attentionEs>;
  audit: Both<typeof audit, typeof auditEs>;
  benefits: Both<typeof benefits, typeof benefitsEs>;
  portal: Both<typeof portal, typeof portalEs>;
  profile: Both<typeof profile, typeof profileEs>;
  calendars: Both<typeof calendars, typeof calendarsEs>;
  clock: Both<typeof clock, typeof clockEs>;
  companies: Both<typeof companies, typeof companiesEs>;
  company: Both<typeof company, typeof companyEs>;
  console: Both<typeof consoleTexts, typeof consoleTextsEs>;
  roles: Both<typeof roles, typeof rolesEs>;
  deposits: Both<typeof deposits, typeof depositsEs>;
  documents: Both<typeof documents, typeof documentsEs>;
  employment: Both<typeof employment, typeof employmentEs>;
  reports: Both<typeof reports, typeof reportsEs>;
  resources: Both<typeof resources, typeof resourcesEs>;
  team: Both<typeof team, typeof teamEs>;
  'pay-stubs': Both<typeof payStubs, typeof payStubsEs>;
  payroll: Both<typeof payroll, typeof payrollEs>;
  applications: Both<typeof applications, typeof applicationsEs>;
  integrations: Both<typeof integrations, typeof integrationsEs>;
  'own-requests': Both<typeof ownRequests, typeof ownRequestsEs>;
  career: Both<typeof career, typeof careerEs>;
  events: Both<typeof events, typeof eventsEs>;
  'former-home': Both<typeof formerHome, typeof formerHomeEs>;
  guide: Both<typeof guide, typeof guideEs>;
  handover: Both<typeof handover, typeof handoverEs>;
  health: Both<typeof health, typeof healthEs>;
  'host-applications': Both<typeof hostApplications, typeof hostApplicationsEs>;
  import: Both<typeof importTexts, typeof importTextsEs>;
  machines: Both<typeof machines, typeof machinesEs>;
  inbox: Both<typeof inbox, typeof inboxEs>;
  'tax-returns': Both<typeof taxReturns, typeof taxReturnsEs>;
  'tax-setup': Both<typeof taxSetup, typeof taxSetupEs>;
  upstreams: Both<typeof upstreams, typeof upstreamsEs>;
};

/** What a home shows of its features' parts, picked out when the app is built (scripts/home-texts.ts). */
export type HomePart = 'employee-home' | 'manager-home';
export type Part = keyof Parts | HomePart;
export type Language = 'en' | 'es';

type Everything<Union> = (Union extends unknown ? (texts: Union) => void : never) extends (texts: infer All) => void
  ? All
  : never;
/** A refusal that people can meet and that has no text doesn't compile; the compiler names its key. */
type Worded<Texts extends Record<`error.${ErrorCode}`, string>> = Texts;
export type English = Worded<Everything<Parts[keyof Parts]['en']>>;

type Texts = Record<string, string>;

type Files = Record<Language, () => Promise<{ default: Texts }>>;

/** What a visit may begin with. All other parts are in part-files.ts. */
export const firstFiles: Record<HomePart | 'app', Files> = {
  app: {
    en: () => import('./app.en.json'),
    es: () => import('./app.es.json'),
  },
  'employee-home': {
    en: () => import('virtual:home-texts/employee.en'),
    es: () => import('virtual:home-texts/employee.es'),
  },
  'manager-home': {
    en: () => import('virtual:home-texts/manager.en'),
    es: () => import('virtual:home-texts/manager.es'),
  },
};

/** What needs an administrator's attention, and what a new installation still has to do. */
import { graphql, type ResultOf } from '../../api/graphql';

export const AdministratorHome = graphql(`
  query AdministratorHome {
    administratorHome {
      undecidable unmanaged invited parked handoversDue failedImports failingJobs pendingMigrations lateBackups
      firstHour { payGroups payCalendar mail roles employees invitations signIn }
    }
  }
`);

export type Home = ResultOf<typeof AdministratorHome>['administratorHome'];
export type FirstHour = NonNullable<Home['firstHour']>;

/** Where each thing is looked after. */
export type Links = {
  people: string;
  unmanaged: string;
  roles: string;
  companies: string;
  handover: string;
  imports: string;
  health: string;
};

const needs = [
  'handoversDue',
  'undecidable',
  'unmanaged',
  'failedImports',
  'parked',
  'failingJobs',
  'pendingMigrations',
  'lateBackups',
  'invited',
] as const;
export type Need = (typeof needs)[number];

const linkOf = {
  handoversDue: 'handover',
  undecidable: 'unmanaged',
  unmanaged: 'unmanaged',
  invited: 'people',
  failedImports: 'imports',
  parked: 'health',
  failingJobs: 'health',
  pendingMigrations: 'health',
  lateBackups: 'health',
} as const satisfies Record<Need, keyof Links>;

/** What is worth a look, the most pressing first. */
export function needsOf(home: Home, links: Links): { need: Need; count: number; href: string }[] {
  return needs.flatMap((need) => (home[need] > 0 ? [{ need, count: home[need], href: links[linkOf[need]] }] : []));
}

/** The server stops counting there. */
const many = 100;
export const isMany = (count: number) => count >= many;

const steps = ['mail', 'payGroups', 'payCalendar', 'employees', 'roles', 'invitations', 'signIn'] as const;
export type Step = (typeof steps)[number] | 'company';

const stepLinks: Partial<Record<Step, keyof Links>> = {
  mail: 'health',
  payGroups: 'companies',
  payCalendar: 'companies',
  employees: 'people',
  roles: 'roles',
  invitations: 'people',
  signIn: 'people',
};

/** In the order in which one does them. The company exists since the first page was filled out. */
export function stepsOf(hour: FirstHour, links: Links): { step: Step; isDone: boolean; href: string | null }[] {
  const rows = steps.map((step) => {
    const link = stepLinks[step];
    return { step, isDone: hour[step], href: link ? links[link] : null };
  });
  return [{ step: 'company', isDone: true, href: null }, ...rows];
}

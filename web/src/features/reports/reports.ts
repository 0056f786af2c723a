/** Reports, as the console asks for them. What narrows one is in the page's address, so that a link opens the same. */
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql';
import type { TextKey } from '../../i18n';

export const reportsKey = 'reports';

export const ListCompanies = graphql(`
  query ListReportCompanies($tenantId: ID!, $cursor: String) {
    listReportCompanies(tenantId: $tenantId, limit: 100, cursor: $cursor) {
      results { id name timeZone seesPay }
      links { next previous }
    }
  }
`);
export type ReportCompany = ResultOf<typeof ListCompanies>['listReportCompanies']['results'][number];

export const ListDepartments = graphql(`
  query ListReportDepartments($tenantId: ID!, $companyId: ID!, $cursor: String) {
    listReportDepartments(tenantId: $tenantId, companyId: $companyId, limit: 100, cursor: $cursor) {
      results { id name }
      links { next previous }
    }
  }
`);

export const ReadReport = graphql(`
  query CompanyReport(
    $tenantId: ID!, $companyId: ID!, $name: ReportName!, $filter: ReportFilter, $language: String
  ) {
    companyReport(tenantId: $tenantId, companyId: $companyId, name: $name, filter: $filter, language: $language) {
      on from to groupBy
      columns { id kind label }
      rows { id cells }
    }
  }
`);
export type Report = ResultOf<typeof ReadReport>['companyReport'];
export type Column = Report['columns'][number];
export type Row = Report['rows'][number];

export const ListPeople = graphql(`
  query ListReportPeople(
    $tenantId: ID!, $companyId: ID!, $name: ReportName!, $filter: ReportFilter, $language: String, $cursor: String
  ) {
    listReportPeople(
      tenantId: $tenantId, companyId: $companyId, name: $name, filter: $filter, language: $language, cursor: $cursor
    ) {
      columns { id kind label }
      results { id cells }
      links { next previous }
    }
  }
`);

const ScheduleFields = graphql(`
  fragment ReportScheduleFields on ReportSchedule {
    id report departmentId groupBy rhythm day nextAt lastSentAt pausedAt ownerName recipients version
  }
`);
export type Schedule = ResultOf<typeof ScheduleFields>;

export const ListSchedules = graphql(
  `
    query ListReportSchedules($tenantId: ID!, $companyId: ID!, $cursor: String) {
      listReportSchedules(tenantId: $tenantId, companyId: $companyId, cursor: $cursor) {
        results { ...ReportScheduleFields }
        links { next previous }
      }
    }
  `,
  [ScheduleFields],
);

export const ListRecipients = graphql(`
  query ListReportRecipients($tenantId: ID!, $companyId: ID!) {
    listReportRecipients(tenantId: $tenantId, companyId: $companyId, limit: 100) {
      results { id firstName lastName }
    }
  }
`);

export const ScheduleReport = graphql(`
  mutation ScheduleReport($tenantId: ID!, $companyId: ID!, $input: ReportScheduleInput!) {
    scheduleReport(tenantId: $tenantId, companyId: $companyId, input: $input) { id }
  }
`);

export const PauseSchedule = graphql(`
  mutation PauseReportSchedule($tenantId: ID!, $companyId: ID!, $scheduleId: ID!, $version: Int!, $paused: Boolean!) {
    pauseReportSchedule(
      tenantId: $tenantId, companyId: $companyId, scheduleId: $scheduleId, version: $version, paused: $paused
    ) { id }
  }
`);

export const RemoveSchedule = graphql(`
  mutation RemoveReportSchedule($tenantId: ID!, $companyId: ID!, $scheduleId: ID!, $version: Int!) {
    removeReportSchedule(tenantId: $tenantId, companyId: $companyId, scheduleId: $scheduleId, version: $version)
  }
`);

type Variables = VariablesOf<typeof ReadReport>;
export type ReportName = Variables['name'];
export type Filter = NonNullable<Variables['filter']>;
export type Grouping = NonNullable<Filter['groupBy']>;

type Known = {
  title: TextKey;
  about: TextKey;
  groupings: readonly Grouping[];
  hasRange: boolean;
  /** Whether it lists the people behind the figures, and can leave out who has done their part. */
  people: 'none' | 'all' | 'missing';
  /** The columns its bars are made of. */
  bars: readonly string[];
};

/** In the order of the menu; the same as the server's. */
export const known = {
  balances: {
    title: 'reports.balances',
    about: 'reports.balances.about',
    groupings: ['type', 'department'],
    hasRange: false,
    people: 'all',
    bars: ['hours'],
  },
  timeOffTaken: {
    title: 'reports.timeOffTaken',
    about: 'reports.timeOffTaken.about',
    groupings: ['type', 'department'],
    hasRange: true,
    people: 'all',
    bars: ['taken', 'planned'],
  },
  headcount: {
    title: 'reports.headcount',
    about: 'reports.headcount.about',
    groupings: ['month'],
    hasRange: true,
    people: 'none',
    bars: ['atEnd'],
  },
  decisions: {
    title: 'reports.decisions',
    about: 'reports.decisions.about',
    groupings: ['kind', 'month', 'department', 'decider'],
    hasRange: true,
    people: 'none',
    bars: ['approved', 'denied', 'waiting', 'withdrawn'],
  },
  acknowledgements: {
    title: 'reports.acknowledgements',
    about: 'reports.acknowledgements.about',
    groupings: ['resource'],
    hasRange: false,
    people: 'missing',
    bars: ['acknowledged', 'missing'],
  },
  consent: {
    title: 'reports.consent',
    about: 'reports.consent.about',
    groupings: ['department'],
    hasRange: false,
    people: 'missing',
    bars: ['electronic', 'paper', 'notChosen'],
  },
} as const satisfies Record<ReportName, Known>;

export const names = Object.keys(known) as ReportName[];

export const groupingTexts = {
  type: 'reports.by.type',
  department: 'reports.by.department',
  month: 'reports.by.month',
  kind: 'reports.by.kind',
  decider: 'reports.by.decider',
  resource: 'reports.by.resource',
} as const satisfies Record<Grouping, TextKey>;

/** What the address says, as far as it makes sense for a report. */
export type Address = Readonly<Record<string, string>>;
export type Asked = { name: ReportName; filter: Filter; companyId: string | null };

const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text);
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isId = (text: string | undefined): text is string => text !== undefined && idPattern.test(text);

export function askedBy(address: Address): Asked {
  const name = names.find((one) => one === address.report) ?? 'balances';
  const { groupings, hasRange, people }: Known = known[name];
  const groupBy = groupings.find((one) => one === address.groupBy);
  const filter: Filter = {
    ...(hasRange && isDay(address.from) && { from: address.from }),
    ...(hasRange && isDay(address.to) && { to: address.to }),
    ...(!hasRange && name === 'balances' && isDay(address.on) && { on: address.on }),
    ...(isId(address.department) && { departmentId: address.department }),
    ...(groupBy && { groupBy }),
    ...(name === 'acknowledgements' && isId(address.resource) && { resourceId: address.resource }),
    ...(people === 'missing' && address.missing === 'yes' && { missingOnly: true }),
  };
  return { name, filter, companyId: isId(address.company) ? address.company : null };
}

/** Where the server makes the file. */
export function filePath(
  companyId: string,
  { name, filter }: Pick<Asked, 'name' | 'filter'>,
  part: 'summary' | 'people',
  format: 'csv' | 'xlsx',
  language: string,
): string {
  const asked = {
    format,
    part,
    language,
    on: filter.on,
    from: filter.from,
    to: filter.to,
    department: filter.departmentId,
    groupBy: filter.groupBy,
    resource: filter.resourceId,
    missingOnly: filter.missingOnly === true ? 'true' : null,
  };
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(asked)) if (value) query.set(key, value);
  return `/companies/${companyId}/reports/${name}/file?${query}`;
}

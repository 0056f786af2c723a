/** The team's calendar as this feature reads it: for someone on the team, or for its decider. */
import { useQuery } from '@tanstack/react-query';
import type { Actor } from '../../api/actor';
import { graphql, type ResultOf } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';

const CalendarFields = graphql(`
  fragment TeamCalendarFields on TeamCalendar {
    away { date employeeId firstName lastName isOwn isPending type typeEs amount }
    holidays { date name nameEs }
    events { id date title }
    isCut
  }
`);

const Team = graphql(
  `
    query TeamCalendar($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $startDate: Date!, $endDate: Date!) {
      teamCalendar(
        tenantId: $tenantId
        companyId: $companyId
        employeeId: $employeeId
        startDate: $startDate
        endDate: $endDate
      ) { ...TeamCalendarFields }
    }
  `,
  [CalendarFields],
);

const Reports = graphql(
  `
    query ReportsCalendar($tenantId: ID!, $companyId: ID!, $managerId: ID!, $startDate: Date!, $endDate: Date!) {
      reportsCalendar(
        tenantId: $tenantId
        companyId: $companyId
        managerId: $managerId
        startDate: $startDate
        endDate: $endDate
      ) { ...TeamCalendarFields }
    }
  `,
  [CalendarFields],
);

/** Every cached calendar and link begins with this. */
export const calendarKey = 'calendars';

type Calendar = ResultOf<typeof CalendarFields>;

/** One day of someone who is away; nothing more is known about a colleague. */
export type AwayDay = Omit<Calendar['away'][number], 'typeEs'>;

/** Something one has acknowledged, on its day. */
export type OwnEvent = Calendar['events'][number];

/** `team`: one's own team, as one of it. `reports`: those a manager decides on, with what they do. */
export type Whose = { kind: 'team'; employeeId: string } | { kind: 'reports'; managerId: string };

export type Days = {
  away: AwayDay[];
  /** Name by day. */
  holidays: ReadonlyMap<string, string>;
  /** The viewer's own; no one sees another person's. */
  events: OwnEvent[];
  isCut: boolean;
};

export function useCalendar({ tenantId, companyId }: Actor, whose: Whose, startDate: string, endDate: string) {
  const api = useApi();
  const { language } = useText();
  return useQuery({
    queryKey: [calendarKey, 'team', tenantId, companyId, whose, startDate, endDate],
    queryFn: async ({ signal }) => {
      const span = { tenantId, companyId, startDate, endDate };
      if (whose.kind === 'reports')
        return (await api.query(Reports, { ...span, managerId: whose.managerId }, signal)).reportsCalendar;
      return (await api.query(Team, { ...span, employeeId: whose.employeeId }, signal)).teamCalendar;
    },
    // What was decided on another page a moment ago counts here.
    staleTime: 0,
    select: ({ away, holidays, events, isCut }): Days => ({
      away: away.map(({ typeEs, ...day }) => ({ ...day, type: language === 'es' ? typeEs : day.type })),
      holidays: new Map(holidays.map(({ date, name, nameEs }) => [date, language === 'es' ? nameEs : name])),
      events,
      isCut,
    }),
  });
}

/**
 * The cards of the two homes; the catalogue decides which stand there, in which order and how wide. A feature adds a row: its fragment
 * on `Query` (each root field under a name of its own, lists with `limit: 5`) and its component, which gets the fields.
 */
import type { TadaDocumentNode } from 'gql.tada';
import { type ComponentType, lazy } from 'react';
import type { HomeCardProps } from '../../api/home-card';
import { EmployeeAnnouncements, ManagerAnnouncements } from '../../features/announcements/home';
import { YearlyBenefits } from '../../features/benefits/home';
import { DepositRequests } from '../../features/change-requests/home';
import { Schedule, TeamToday, TimeClock, Today } from '../../features/clock/home';
import { HrServices, Offers } from '../../features/integrations/home';
import { Paycheck } from '../../features/pay-stubs/home';
import { ActionItems, Resources } from '../../features/resources/home';
import { TeamCelebrations } from '../../features/team/home';
import { Accruals, TimeOffAnalysis } from '../../features/time-off/home';
import { loadTexts, type Part, type TextKey } from '../../i18n';
import type { CardSize } from '../catalogue/catalogue';
import { paths } from '../paths';
import type { ViewMode } from '../session/store';

export type CardRow = {
  /** The card's `featureId` in the catalogue. */
  id: string;
  home: ViewMode;
  /** Of eight columns, unless the catalogue says another. */
  size: CardSize;
  /** Shown while the card has nothing to show yet, or failed. */
  title: TextKey;
  /** About as many as make it as high as it is going to be: what stands below should not move when it arrives. */
  pendingRows: number;
  fragment: TadaDocumentNode;
  /** The page the card leads to, if the person may open it. */
  href: string | null;
  Card: ComponentType<HomeCardProps<never>>;
};

type CardOptions<Data> = Omit<CardRow, 'fragment' | 'href' | 'Card'> & {
  fragment: TadaDocumentNode<Data, object, unknown>;
  href?: string;
  card: () => Promise<{ default: ComponentType<HomeCardProps<Data>> }>;
  /** Whose texts the card shows, beside the app's own. */
  texts: readonly Part[];
};

function card<Data>({ fragment, href, card: load, texts, ...row }: CardOptions<Data>): CardRow {
  return {
    ...row,
    fragment: fragment as TadaDocumentNode,
    href: href ?? null,
    Card: lazy(async () => (await Promise.all([load(), loadTexts(texts)]))[0]) as CardRow['Card'],
  };
}

export const homeCards: readonly CardRow[] = [
  card({
    id: 'Today',
    home: 'employee',
    size: 8,
    title: 'page.today',
    pendingRows: 1,
    fragment: Today,
    card: () => import('../../features/clock/TodayCard'),
    texts: ['clock'],
  }),
  card({
    id: 'Today',
    home: 'manager',
    size: 8,
    title: 'page.today',
    pendingRows: 1,
    fragment: TeamToday,
    href: paths.managerTimeClock(),
    card: () => import('../../features/clock/TeamTodayCard'),
    texts: ['clock'],
  }),
  card({
    id: 'TimeClock',
    home: 'employee',
    size: 4,
    title: 'page.timeClock',
    pendingRows: 1,
    fragment: TimeClock,
    href: paths.swipeClock(),
    card: () => import('../../features/clock/TimeClockCard'),
    texts: ['clock'],
  }),
  card({
    id: 'Schedule',
    home: 'employee',
    size: 4,
    title: 'page.schedule',
    pendingRows: 5,
    fragment: Schedule,
    card: () => import('../../features/clock/ScheduleCard'),
    texts: ['clock'],
  }),
  card({
    id: 'Accruals',
    home: 'employee',
    size: 4,
    title: 'page.timeOffDetails',
    pendingRows: 3,
    fragment: Accruals,
    href: paths.time(),
    card: () => import('../../features/time-off/AccrualsCard'),
    texts: ['time-off'],
  }),
  card({
    id: 'TimeOffAnalysis',
    home: 'manager',
    size: 4,
    title: 'page.timeOffRequests',
    pendingRows: 4,
    fragment: TimeOffAnalysis,
    href: paths.managerTimeOff(),
    card: () => import('../../features/time-off/TimeOffAnalysisCard'),
    texts: ['time-off'],
  }),
  card({
    id: 'DepositRequests',
    home: 'manager',
    size: 4,
    title: 'page.managerDisbursements',
    pendingRows: 1,
    fragment: DepositRequests,
    href: paths.managerDisbursements(),
    card: () => import('../../features/change-requests/DepositRequestsCard'),
    texts: ['deposits'],
  }),
  card({
    id: 'Paycheck',
    home: 'employee',
    size: 4,
    title: 'page.paycheck',
    pendingRows: 4,
    fragment: Paycheck,
    href: paths.payHistory(),
    card: () => import('../../features/pay-stubs/PaycheckCard'),
    texts: ['pay-stubs'],
  }),
  card({
    id: 'Announcements',
    home: 'employee',
    size: 8,
    title: 'page.announcements',
    pendingRows: 9,
    fragment: EmployeeAnnouncements,
    card: () => import('../../features/announcements/EmployeeAnnouncementsCard'),
    texts: ['announcements'],
  }),
  card({
    id: 'ActionItems',
    home: 'employee',
    size: 4,
    title: 'page.actionItems',
    pendingRows: 3,
    fragment: ActionItems,
    card: () => import('../../features/resources/ActionItemsCard'),
    texts: ['resources'],
  }),
  card({
    id: 'Resources',
    home: 'employee',
    size: 4,
    title: 'page.resources',
    pendingRows: 4,
    fragment: Resources,
    href: paths.documents(),
    card: () => import('../../features/resources/ResourcesCard'),
    texts: ['resources'],
  }),
  card({
    id: 'Benefits',
    home: 'employee',
    size: 4,
    title: 'page.benefits',
    pendingRows: 3,
    fragment: YearlyBenefits,
    href: paths.benefits(),
    card: () => import('../../features/benefits/BenefitsCard'),
    texts: ['benefits'],
  }),
  card({
    id: 'Carousel',
    home: 'employee',
    size: 8,
    title: 'page.offers',
    pendingRows: 3,
    fragment: Offers,
    card: () => import('../../features/integrations/CarouselCard'),
    texts: ['integrations'],
  }),
  card({
    id: 'HRServicesCard',
    home: 'manager',
    size: 2,
    title: 'page.hrServices',
    pendingRows: 2,
    fragment: HrServices,
    card: () => import('../../features/integrations/HrServicesCard'),
    texts: ['integrations'],
  }),
  card({
    id: 'Birthdays',
    home: 'manager',
    size: 4,
    title: 'page.celebrations',
    pendingRows: 6,
    fragment: TeamCelebrations,
    href: paths.managerEmployees(),
    card: () => import('../../features/team/CelebrationsCard'),
    texts: ['team'],
  }),
  card({
    id: 'Announcements',
    home: 'manager',
    size: 8,
    title: 'page.announcements',
    pendingRows: 10,
    fragment: ManagerAnnouncements,
    href: paths.managerAnnouncements(),
    card: () => import('../../features/announcements/ManagerAnnouncementsCard'),
    texts: ['announcements'],
  }),
];

/** The cards of a manager's home. What they ask for is in manager-fragments.ts. */
import query from 'virtual:home-query/manager';
import ManagerAnnouncementsCard from '../../features/announcements/ManagerAnnouncementsCard';
import DepositRequestsCard from '../../features/change-requests/DepositRequestsCard';
import TeamTodayCard from '../../features/clock/TeamTodayCard';
import HrServicesCard from '../../features/integrations/HrServicesCard';
import ManagerActionItemsCard from '../../features/resources/ManagerActionItemsCard';
import ManagerResourcesCard from '../../features/resources/ManagerResourcesCard';
import CelebrationsCard from '../../features/team/CelebrationsCard';
import TimeOffAnalysisCard from '../../features/time-off/TimeOffAnalysisCard';
import { paths } from '../paths';
import { cardsAsking, type Home } from './cards';
import type { managerFragments } from './manager-fragments';

const card = cardsAsking<typeof managerFragments>(query);

const cards = [
  card({
    id: 'Today',
    size: 8,
    title: 'page.today',
    pendingHeight: 44,
    href: paths.managerTimeClock(),
    Card: TeamTodayCard,
  }),
  card({
    id: 'TimeOffAnalysis',
    size: 4,
    title: 'page.timeOffRequests',
    pendingHeight: { narrow: 286, wide: 246 },
    href: paths.managerTimeOff(),
    Card: TimeOffAnalysisCard,
  }),
  card({
    id: 'DepositRequests',
    size: 4,
    title: 'page.managerDisbursements',
    pendingHeight: 48,
    href: paths.managerDisbursements(),
    Card: DepositRequestsCard,
  }),
  card({
    id: 'ActionItems',
    size: 4,
    title: 'page.actionItems',
    pendingHeight: { narrow: 170, wide: 124 },
    href: paths.managerResources(),
    Card: ManagerActionItemsCard,
  }),
  card({
    id: 'Resources',
    size: 4,
    title: 'page.resources',
    pendingHeight: 110,
    href: paths.managerResources(),
    Card: ManagerResourcesCard,
  }),
  card({
    id: 'HRServicesCard',
    size: 2,
    title: 'page.hrServices',
    pendingHeight: 96,
    Card: HrServicesCard,
  }),
  card({
    id: 'Birthdays',
    size: 4,
    title: 'page.celebrations',
    pendingHeight: { narrow: 380, wide: 320 },
    href: paths.managerEmployees(),
    Card: CelebrationsCard,
  }),
  card({
    id: 'Announcements',
    size: 8,
    title: 'page.announcements',
    pendingHeight: { narrow: 700, wide: 580 },
    href: paths.managerAnnouncements(),
    Card: ManagerAnnouncementsCard,
  }),
];

export const managerHome: Home = { mode: 'manager', query, cards };

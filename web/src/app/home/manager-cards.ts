/** The cards of a manager's home. */

import { ManagerAnnouncements } from '../../features/announcements/home';
import ManagerAnnouncementsCard from '../../features/announcements/ManagerAnnouncementsCard';
import DepositRequestsCard from '../../features/change-requests/DepositRequestsCard';
import { DepositRequests } from '../../features/change-requests/home';
import { TeamToday } from '../../features/clock/home';
import TeamTodayCard from '../../features/clock/TeamTodayCard';
import HrServicesCard from '../../features/integrations/HrServicesCard';
import { HrServices } from '../../features/integrations/home';
import ManagerActionItemsCard from '../../features/resources/ManagerActionItemsCard';
import ManagerResourcesCard from '../../features/resources/ManagerResourcesCard';
import { ManagerActionItems, ManagerResources } from '../../features/resources/manager-home';
import CelebrationsCard from '../../features/team/CelebrationsCard';
import { TeamCelebrations } from '../../features/team/home';
import { TimeOffAnalysis } from '../../features/time-off/home';
import TimeOffAnalysisCard from '../../features/time-off/TimeOffAnalysisCard';
import { paths } from '../paths';
import { type CardRow, card } from './cards';

export const managerCards: readonly CardRow[] = [
  card({
    id: 'Today',
    size: 8,
    title: 'page.today',
    pendingHeight: 44,
    fragment: TeamToday,
    href: paths.managerTimeClock(),
    Card: TeamTodayCard,
  }),
  card({
    id: 'TimeOffAnalysis',
    size: 4,
    title: 'page.timeOffRequests',
    pendingHeight: { narrow: 286, wide: 246 },
    fragment: TimeOffAnalysis,
    href: paths.managerTimeOff(),
    Card: TimeOffAnalysisCard,
  }),
  card({
    id: 'DepositRequests',
    size: 4,
    title: 'page.managerDisbursements',
    pendingHeight: 48,
    fragment: DepositRequests,
    href: paths.managerDisbursements(),
    Card: DepositRequestsCard,
  }),
  card({
    id: 'ActionItems',
    size: 4,
    title: 'page.actionItems',
    pendingHeight: { narrow: 170, wide: 124 },
    fragment: ManagerActionItems,
    href: paths.managerResources(),
    Card: ManagerActionItemsCard,
  }),
  card({
    id: 'Resources',
    size: 4,
    title: 'page.resources',
    pendingHeight: 110,
    fragment: ManagerResources,
    href: paths.managerResources(),
    Card: ManagerResourcesCard,
  }),
  card({
    id: 'HRServicesCard',
    size: 2,
    title: 'page.hrServices',
    pendingHeight: 96,
    fragment: HrServices,
    Card: HrServicesCard,
  }),
  card({
    id: 'Birthdays',
    size: 4,
    title: 'page.celebrations',
    pendingHeight: { narrow: 380, wide: 320 },
    fragment: TeamCelebrations,
    href: paths.managerEmployees(),
    Card: CelebrationsCard,
  }),
  card({
    id: 'Announcements',
    size: 8,
    title: 'page.announcements',
    pendingHeight: { narrow: 700, wide: 580 },
    fragment: ManagerAnnouncements,
    href: paths.managerAnnouncements(),
    Card: ManagerAnnouncementsCard,
  }),
];

/**
 * What each card of a manager's home asks for, by the card's id. Only the build reads this file (scripts/home-query.ts): what a browser gets is the
 * finished request.
 */
import { ManagerAnnouncements } from '../../features/announcements/home';
import { DepositRequests } from '../../features/change-requests/home';
import { TeamToday } from '../../features/clock/home';
import { HrServices } from '../../features/integrations/home';
import { ManagerActionItems, ManagerResources } from '../../features/resources/manager-home';
import { TeamCelebrations } from '../../features/team/home';
import { TimeOffAnalysis } from '../../features/time-off/home';

export const managerFragments = {
  Today: TeamToday,
  TimeOffAnalysis,
  DepositRequests,
  ActionItems: ManagerActionItems,
  Resources: ManagerResources,
  HRServicesCard: HrServices,
  Birthdays: TeamCelebrations,
  Announcements: ManagerAnnouncements,
};

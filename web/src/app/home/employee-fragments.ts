/**
 * What each card of an employee's home asks for, by the card's id. Only the build reads this file (scripts/home-query.ts): what a browser gets is the
 * finished request.
 */
import { EmployeeAnnouncements } from '../../features/announcements/home';
import { YearlyBenefits } from '../../features/benefits/home';
import { Schedule, TimeClock, Today } from '../../features/clock/home';
import { Offers } from '../../features/integrations/home';
import { Paycheck } from '../../features/pay-stubs/home';
import { ActionItems, Resources } from '../../features/resources/home';
import { Accruals } from '../../features/time-off/home';

export const employeeFragments = {
  Today,
  TimeClock,
  Schedule,
  Accruals,
  Paycheck,
  Announcements: EmployeeAnnouncements,
  ActionItems,
  Resources,
  Benefits: YearlyBenefits,
  Carousel: Offers,
};

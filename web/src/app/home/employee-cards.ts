/** The cards of an employee's home. */
import EmployeeAnnouncementsCard from '../../features/announcements/EmployeeAnnouncementsCard';
import { EmployeeAnnouncements } from '../../features/announcements/home';
import BenefitsCard from '../../features/benefits/BenefitsCard';
import { YearlyBenefits } from '../../features/benefits/home';
import { Schedule, TimeClock, Today } from '../../features/clock/home';
import ScheduleCard from '../../features/clock/ScheduleCard';
import TimeClockCard from '../../features/clock/TimeClockCard';
import TodayCard from '../../features/clock/TodayCard';
import CarouselCard from '../../features/integrations/CarouselCard';
import { Offers } from '../../features/integrations/home';
import { Paycheck } from '../../features/pay-stubs/home';
import PaycheckCard from '../../features/pay-stubs/PaycheckCard';
import ActionItemsCard from '../../features/resources/ActionItemsCard';
import { ActionItems, Resources } from '../../features/resources/home';
import ResourcesCard from '../../features/resources/ResourcesCard';
import AccrualsCard from '../../features/time-off/AccrualsCard';
import { Accruals } from '../../features/time-off/home';
import { paths } from '../paths';
import { type CardRow, card } from './cards';

export const employeeCards: readonly CardRow[] = [
  card({
    id: 'Today',
    size: 8,
    title: 'page.today',
    pendingHeight: 44,
    fragment: Today,
    Card: TodayCard,
  }),
  card({
    id: 'TimeClock',
    size: 4,
    title: 'page.timeClock',
    pendingHeight: 24,
    fragment: TimeClock,
    href: paths.swipeClock(),
    Card: TimeClockCard,
  }),
  card({
    id: 'Schedule',
    size: 4,
    title: 'page.schedule',
    pendingHeight: 264,
    fragment: Schedule,
    Card: ScheduleCard,
  }),
  card({
    id: 'Accruals',
    size: 4,
    title: 'page.timeOffDetails',
    pendingHeight: 177,
    fragment: Accruals,
    href: paths.time(),
    Card: AccrualsCard,
  }),
  card({
    id: 'Paycheck',
    size: 4,
    title: 'page.paycheck',
    pendingHeight: 178,
    fragment: Paycheck,
    href: paths.payHistory(),
    Card: PaycheckCard,
  }),
  card({
    id: 'Announcements',
    size: 8,
    title: 'page.announcements',
    pendingHeight: { narrow: 713, wide: 613 },
    fragment: EmployeeAnnouncements,
    Card: EmployeeAnnouncementsCard,
  }),
  card({
    id: 'ActionItems',
    size: 4,
    title: 'page.actionItems',
    pendingHeight: { narrow: 269, wide: 173 },
    fragment: ActionItems,
    Card: ActionItemsCard,
  }),
  card({
    id: 'Resources',
    size: 4,
    title: 'page.resources',
    pendingHeight: 244,
    fragment: Resources,
    href: paths.documents(),
    Card: ResourcesCard,
  }),
  card({
    id: 'Benefits',
    size: 4,
    title: 'page.benefits',
    pendingHeight: 166,
    fragment: YearlyBenefits,
    href: paths.benefits(),
    Card: BenefitsCard,
  }),
  card({
    id: 'Carousel',
    size: 8,
    title: 'page.offers',
    pendingHeight: { narrow: 220, wide: 156 },
    fragment: Offers,
    Card: CarouselCard,
  }),
];

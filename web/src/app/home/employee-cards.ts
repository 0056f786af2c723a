/** The cards of an employee's home. What they ask for is in employee-fragments.ts. */
import query from 'virtual:home-query/employee';
import EmployeeAnnouncementsCard from '../../features/announcements/EmployeeAnnouncementsCard';
import BenefitsCard from '../../features/benefits/BenefitsCard';
import ScheduleCard from '../../features/clock/ScheduleCard';
import TimeClockCard from '../../features/clock/TimeClockCard';
import TodayCard from '../../features/clock/TodayCard';
import CarouselCard from '../../features/integrations/CarouselCard';
import PaycheckCard from '../../features/pay-stubs/PaycheckCard';
import ActionItemsCard from '../../features/resources/ActionItemsCard';
import ResourcesCard from '../../features/resources/ResourcesCard';
import AccrualsCard from '../../features/time-off/AccrualsCard';
import { paths } from '../paths';
import { cardsAsking, type Home } from './cards';
import type { employeeFragments } from './employee-fragments';

const card = cardsAsking<typeof employeeFragments>(query);

const cards = [
  card({
    id: 'Today',
    size: 8,
    title: 'page.today',
    pendingHeight: 44,
    Card: TodayCard,
  }),
  card({
    id: 'TimeClock',
    size: 4,
    title: 'page.timeClock',
    pendingHeight: 24,
    href: paths.swipeClock(),
    Card: TimeClockCard,
  }),
  card({
    id: 'Schedule',
    size: 4,
    title: 'page.schedule',
    pendingHeight: 264,
    Card: ScheduleCard,
  }),
  card({
    id: 'Accruals',
    size: 4,
    title: 'page.timeOffDetails',
    pendingHeight: 177,
    href: paths.time(),
    Card: AccrualsCard,
  }),
  card({
    id: 'Paycheck',
    size: 4,
    title: 'page.paycheck',
    pendingHeight: 178,
    href: paths.payHistory(),
    Card: PaycheckCard,
  }),
  card({
    id: 'Announcements',
    size: 8,
    title: 'page.announcements',
    pendingHeight: { narrow: 713, wide: 613 },
    Card: EmployeeAnnouncementsCard,
  }),
  card({
    id: 'ActionItems',
    size: 4,
    title: 'page.actionItems',
    pendingHeight: { narrow: 269, wide: 173 },
    Card: ActionItemsCard,
  }),
  card({
    id: 'Resources',
    size: 4,
    title: 'page.resources',
    pendingHeight: 244,
    href: paths.documents(),
    Card: ResourcesCard,
  }),
  card({
    id: 'Benefits',
    size: 4,
    title: 'page.benefits',
    pendingHeight: 166,
    href: paths.benefits(),
    Card: BenefitsCard,
  }),
  card({
    id: 'Carousel',
    size: 8,
    title: 'page.offers',
    pendingHeight: { narrow: 220, wide: 156 },
    Card: CarouselCard,
  }),
];

export const employeeHome: Home = { mode: 'employee', query, cards };

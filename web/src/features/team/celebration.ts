/** A birthday or an anniversary, as the page and the home card read it. */
import { graphql, type ResultOf } from '../../api/graphql';

export const CelebrationFields = graphql(`
  fragment CelebrationFields on TeamCelebration {
    employeeId firstName lastName occasion date years
  }
`);

export type Celebration = ResultOf<typeof CelebrationFields>;

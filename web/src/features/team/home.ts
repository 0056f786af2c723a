/** What the card of a manager's home shows: the next five birthdays and anniversaries of reports. */
import { graphql, type ResultOf } from '../../api/graphql';
import { CelebrationFields } from './celebration';

export const TeamCelebrations = graphql(
  `
    fragment TeamCelebrations on Query {
      celebrations: teamCelebrations(
        tenantId: $tenantId, companyId: $companyId, managerId: $managerId, days: 14, limit: 5
      ) { ...CelebrationFields }
    }
  `,
  [CelebrationFields],
);

export type TeamCelebrationData = ResultOf<typeof TeamCelebrations>;

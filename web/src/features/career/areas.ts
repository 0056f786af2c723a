/** The areas of a career, each opened by a permission of its own. */
import { type Actor, may } from '../../api/actor';

const areas = ['review', 'resume', 'jobs', 'training'] as const;
export type Area = (typeof areas)[number];

export function areasOf(actor: Pick<Actor, 'permissions'>): Area[] {
  return areas.filter((area) => may(actor, `employee:career:${area}`));
}

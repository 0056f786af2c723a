/**
 * Who a message is meant for: a pay group and places in the organization tree, combined with AND.
 * The tree is Division › Branch › Department › Team, and any level of it may be missing.
 */
import type { Translate } from '../../i18n';

export type Organization = {
  id: string;
  organizationCode: string;
  organizationName: string;
  organizationType: string;
  parentOrganizationCode: string | null;
};

export type PayGroup = { id: string; payGroupName: string };

/** What a company offers to aim at. */
export type Places = { organizations: readonly Organization[]; payGroups: readonly PayGroup[] };

export type Target = {
  payGroupId: string | null;
  divisionId: string | null;
  branchId: string | null;
  departmentId: string | null;
  teamId: string | null;
};

export type TargetField = keyof Target;

/** From the top of the tree down. */
export const treeFields = ['divisionId', 'branchId', 'departmentId', 'teamId'] as const;
export type TreeField = (typeof treeFields)[number];

const typeOf: Record<TreeField, string> = {
  divisionId: 'Division',
  branchId: 'Branch',
  departmentId: 'Department',
  teamId: 'Team',
};

const depthOf = (organization: Organization) =>
  treeFields.findIndex((field) => typeOf[field] === organization.organizationType);

/** Codes are looked up upwards only, so that a wrong parent code can never make a circle. */
function parentOf(child: Organization, organizations: readonly Organization[]): Organization | undefined {
  return organizations.find(
    (other) => other.organizationCode === child.parentOrganizationCode && depthOf(other) < depthOf(child),
  );
}

function liesUnder(organization: Organization, ancestorId: string, organizations: readonly Organization[]): boolean {
  let place: Organization | undefined = organization;
  while (place) {
    if (place.id === ancestorId) return true;
    place = parentOf(place, organizations);
  }
  return false;
}

/** What may be chosen at one level: everything under what is chosen above it. */
export function choices(field: TreeField, target: Target, organizations: readonly Organization[]): Organization[] {
  const above = treeFields.slice(0, treeFields.indexOf(field)).flatMap((higher) => target[higher] ?? []);
  return organizations
    .filter((organization) => organization.organizationType === typeOf[field])
    .filter((organization) => above.every((ancestorId) => liesUnder(organization, ancestorId, organizations)));
}

/** After a change higher up: drops the lower choices that no longer lie under it. */
export function withoutMisfits(target: Target, organizations: readonly Organization[]): Target {
  const kept = { ...target };
  for (const field of treeFields) {
    if (!choices(field, kept, organizations).some(({ id }) => id === kept[field])) kept[field] = null;
  }
  return kept;
}

/** "Everyone", or "Department Warehouse · Pay group Weekly". */
export function targetInWords(target: Target, { organizations, payGroups }: Places, t: Translate): string {
  const unknown = t('announcements.target.gone');
  const words = treeFields.flatMap((field) => {
    const id = target[field];
    if (id === null) return [];
    const name = organizations.find((organization) => organization.id === id)?.organizationName ?? unknown;
    return t(`announcements.target.named.${field}`, { name });
  });
  if (target.payGroupId !== null) {
    const name = payGroups.find((payGroup) => payGroup.id === target.payGroupId)?.payGroupName ?? unknown;
    words.push(t('announcements.target.named.payGroupId', { name }));
  }
  return words.length === 0 ? t('announcements.target.everyone') : words.join(' · ');
}

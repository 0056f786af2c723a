/** What a manager's team page reads, and the few rules it shows by. */
import { graphql, type ResultOf } from '../../api/graphql';

/** Without the date of birth: to read that is to look into a profile, which a report is told. */
export const ReportFields = graphql(`
  fragment ReportFields on ManagedEmployee {
    id firstName lastName employeeCode birthMonth birthDay originalHireDate currentHireDate
    primary secondary report divisionName branchName departmentName teamName
  }
`);

export type Report = ResultOf<typeof ReportFields>;

export const teamKey = 'team';

/** Full years between two days, both YYYY-MM-DD. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  const hasCome = to.slice(5) >= from.slice(5);
  return Math.max(0, hasCome ? years : years - 1);
}

export type Area = 'Time Off' | 'Personal Info';

/** The areas in which the manager reaches a report: through the direct line, and where that lacks one through the indirect. */
export function areasOf({ primary, secondary }: Pick<Report, 'primary' | 'secondary'>): Area[] {
  const areas: Area[] = ['Time Off', 'Personal Info'];
  return areas.filter((area) => primary.includes(area) || secondary.includes(area));
}

export type Place = {
  id: string;
  organizationCode: string;
  organizationName: string;
  organizationType: string;
  parentOrganizationCode: string | null;
  reports: number;
};

export type Branch = Place & { children: Branch[] };

/** The flat list as a tree; a place whose parent has no one on the team is at the top. */
export function treeOf(places: readonly Place[]): Branch[] {
  const branches = new Map(places.map((place) => [place.organizationCode, { ...place, children: [] as Branch[] }]));
  const roots: Branch[] = [];
  for (const branch of branches.values()) {
    const parent = branch.parentOrganizationCode === null ? undefined : branches.get(branch.parentOrganizationCode);
    (parent?.children ?? roots).push(branch);
  }
  return roots;
}

/** The organisation tree of a company: Division › Branch › Department › Team, any level of which may be missing. */
export type Organization = {
  id: string;
  organizationCode: string;
  organizationName: string;
  organizationType: string;
  parentOrganizationCode: string | null;
};

type Kind = 'Division' | 'Branch' | 'Department' | 'Team';

export type Place = Organization & { kind: Kind; children: Place[] };

const kinds: readonly Kind[] = ['Division', 'Branch', 'Department', 'Team'];

/** The flat list as a tree; one whose parent is not in it is at the top. */
export function treeOf(organizations: readonly Organization[]): Place[] {
  const places = new Map<string, Place>();
  for (const organization of organizations) {
    const kind = kinds.find((known) => known === organization.organizationType) ?? 'Team';
    places.set(organization.organizationCode, { ...organization, kind, children: [] });
  }
  const roots: Place[] = [];
  for (const place of places.values()) {
    const parent = place.parentOrganizationCode === null ? undefined : places.get(place.parentOrganizationCode);
    (parent?.children ?? roots).push(place);
  }
  return roots;
}

/** Why something can't be removed, in numbers: "12 people are in it. Move them first." */
import type { ApiError } from '../../api/error';
import type { Translate } from '../../i18n';

type Uses = { people?: number; organizations?: number; announcements?: number; blackouts?: number; runs?: number };

function countOf(uses: Uses, key: keyof Uses): number {
  const count = uses[key];
  return typeof count === 'number' ? count : 0;
}

export function usesText(t: Translate, error: ApiError | null): string | null {
  if (typeof error?.uses !== 'object' || error.uses === null) return null;
  const uses: Uses = error.uses;
  const [people, organizations, announcements, blackouts, runs] = [
    countOf(uses, 'people'),
    countOf(uses, 'organizations'),
    countOf(uses, 'announcements'),
    countOf(uses, 'blackouts'),
    countOf(uses, 'runs'),
  ];
  const isPolicy = error.code === 'POLICY_IN_USE';
  const said = [
    people === 1 && t(isPolicy ? 'companies.uses.usedBy.one' : 'companies.uses.person'),
    people > 1 && t(isPolicy ? 'companies.uses.usedBy' : 'companies.uses.people', { count: people }),
    organizations === 1 && t('companies.uses.organization'),
    organizations > 1 && t('companies.uses.organizations', { count: organizations }),
    announcements === 1 && t('companies.uses.announcement'),
    announcements > 1 && t('companies.uses.announcements', { count: announcements }),
    blackouts > 0 && t('companies.uses.blackouts'),
    runs > 0 && t('companies.uses.runs'),
  ].filter((text) => text !== false);
  return said.length > 0 ? said.join(' ') : null;
}

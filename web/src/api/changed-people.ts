/** What a request would do to the people of a profile: a dependent is told from a beneficiary, and one who goes from one who comes. */

type ChangedField = { id: string | null; name: string | null; before: string | null; after: string | null };

const parts = ['dependents', 'beneficiaries'] as const;

export type PersonChange = {
  id: string;
  name: string;
  part: (typeof parts)[number];
  what: 'added' | 'removed' | 'changed';
};

/** Each person once; none where a request is about something else. */
export function changedPeople(entityType: string, fields: readonly ChangedField[]): PersonChange[] {
  const part = parts.find((one) => one === entityType);
  if (!part) return [];
  return [...new Set(fields.map(({ id }) => id ?? ''))].map((id) => {
    const of = fields.filter((field) => (field.id ?? '') === id);
    const isNew = of.every(({ before }) => before === null);
    const isGone = of.every(({ after }) => after === null);
    const what = isNew ? 'added' : isGone ? 'removed' : 'changed';
    return { id, name: of[0]?.name ?? '', part, what };
  });
}

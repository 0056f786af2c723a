/** What a company keeps of an employee under names of its own: a text, a date or an amount. */

export const attributeKinds = ['attributeString', 'attributeDate', 'attributeAmount'] as const;

export type AttributeKind = (typeof attributeKinds)[number];

/** Whether a changed field is such a value: what it is called is then the company's name for it. */
export function isAttribute(field: string): field is AttributeKind {
  return (attributeKinds as readonly string[]).includes(field);
}

type Words = { day: (isoDay: string) => string; money: (decimal: string) => string };

/** A value as people read it. What has become of another kind meanwhile stays as it is written. */
export function attributeText(kind: AttributeKind, value: string, words: Words): string {
  if (kind === 'attributeDate' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return words.day(value);
  if (kind === 'attributeAmount' && /^-?\d+(\.\d+)?$/.test(value)) return words.money(value);
  return value;
}

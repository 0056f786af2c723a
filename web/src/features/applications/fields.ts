/** The fields of an application as an administrator edits them. The server checks them again. */
import type { Application, Code, ListChange } from './application';

/** Prices and plans are changed only while they are shown: an unseen one must not be emptied by a save. */
export type ShownFields = { plan: boolean; pricing: boolean };

export type Fields = Record<'name' | 'targetUrl' | 'path' | 'clientId' | 'plan' | 'pricing', string>;
export type FieldName = keyof Fields;

export function fieldsOf(application: Application | null): Fields {
  return {
    name: application?.name ?? '',
    targetUrl: application?.targetUrl ?? '',
    path: application?.path ?? '/',
    clientId: application?.clientId ?? '',
    plan: application?.plan ?? '',
    pricing: application?.pricing ?? '',
  };
}

export function namesOf({ plan, pricing }: ShownFields): FieldName[] {
  return [
    'name',
    'targetUrl',
    'path',
    'clientId',
    ...(plan ? ['plan' as const] : []),
    ...(pricing ? ['pricing' as const] : []),
  ];
}

export const isOptional = (name: FieldName) => name === 'plan' || name === 'pricing';

export function missingIn(fields: Fields, shows: ShownFields): FieldName | undefined {
  return namesOf(shows).find((name) => !isOptional(name) && fields[name].trim() === '');
}

export function changeOf(version: number, code: Code, fields: Fields, shows: ShownFields): ListChange {
  const sent = Object.fromEntries(namesOf(shows).map((name) => [name, fields[name].trim()]));
  return { version, results: [{ code, ...sent }] };
}

/** A resource as its managers read it, and the rules of its form. */
import * as v from 'valibot';
import { currentOf } from '../../api/current';
import type { ErrorCode } from '../../api/error';
import { graphql, type ResultOf } from '../../api/graphql';

export const ResourceFields = graphql(`
  fragment ResourceFields on CompanyResource {
    id name description link isActionItem dueDate acknowledged people version updatedDate updatedByName
  }
`);

export type Resource = ResultOf<typeof ResourceFields>;

/** A resource as a CONFLICT carries it: who acknowledged it meanwhile is left out. */
export type CurrentResource = Omit<Resource, 'acknowledged' | 'people'>;

/** Null when the resource was deleted. */
export function currentResource(current: unknown): CurrentResource | null {
  return currentOf<CurrentResource>(current, [
    'id',
    'version',
    'name',
    'description',
    'link',
    'isActionItem',
    'dueDate',
    'updatedByName',
  ]);
}

/** Every cached list of resources begins with this, so that one write refreshes them all. */
export const resourcesKey = 'resources';

export type Draft = { name: string; description: string; link: string; isActionItem: boolean; dueDate: string };

export const newDraft: Draft = { name: '', description: '', link: '', isActionItem: false, dueDate: '' };

export function draftOf({ name, description, link, isActionItem, dueDate }: CurrentResource): Draft {
  return { name, description, link: link ?? '', isActionItem, dueDate: dueDate ?? '' };
}

const begins = (text: string) => /^(https?:\/\/|\/(?!\/)|$)/i.test(text.trim());

/** http, https with a host, or a path on our own host. The server decides in the same way. */
export function isLink(text: string): boolean {
  const link = text.trim();
  if (link === '') return true;
  if (!begins(link) || /[\s\\]/.test(link) || link.length > 1000) return false;
  if (link.startsWith('/')) return true;
  if (!/^https?:\/\/[^/]/i.test(link) || !URL.canParse(link)) return false;
  const { username, password } = new URL(link);
  return username === '' && password === '';
}

export const linkSchema = v.pipe(
  v.string(),
  v.check(begins, 'LINK_INVALID' satisfies ErrorCode),
  v.check((text) => !begins(text) || isLink(text), 'LINK_MALFORMED' satisfies ErrorCode),
);

export const draftSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('NAME_MISSING' satisfies ErrorCode),
    v.maxLength(120, 'NAME_TOO_LONG' satisfies ErrorCode),
  ),
  description: v.pipe(v.string(), v.maxLength(2000, 'DESCRIPTION_TOO_LONG' satisfies ErrorCode)),
  link: linkSchema,
  isActionItem: v.boolean(),
  dueDate: v.string(),
});

/** A company's links and standing messages, and the rules of their form. */
import * as v from 'valibot';
import { currentOf } from '../../api/current';
import type { ErrorCode } from '../../api/error';
import { linkSchema } from './resource';

export const linksSchema = v.object({
  stateW4Link: linkSchema,
  federalW4Link: linkSchema,
  customLinks: v.array(
    v.object({
      name: v.pipe(v.string(), v.trim(), v.nonEmpty('NAME_MISSING' satisfies ErrorCode)),
      url: v.pipe(linkSchema, v.nonEmpty('LINK_INVALID' satisfies ErrorCode)),
    }),
  ),
  dashboardMessages: v.array(
    v.object({ message: v.pipe(v.string(), v.maxLength(2000, 'DESCRIPTION_TOO_LONG' satisfies ErrorCode)) }),
  ),
});

export type LinksDraft = v.InferOutput<typeof linksSchema>;

type KeptLinks = {
  stateW4Link: string | null;
  federalW4Link: string | null;
  customLinks: readonly { name: string; url: string }[];
  dashboardMessages: readonly { message: string }[];
};

/** Links and messages as a CONFLICT carries them. */
export type CurrentLinks = KeptLinks & { version: number; updatedByName: string };

export function currentLinks(current: unknown): CurrentLinks | null {
  return currentOf<CurrentLinks>(current, [
    'version',
    'updatedByName',
    'stateW4Link',
    'federalW4Link',
    'customLinks',
    'dashboardMessages',
  ]);
}

export function draftOf({ stateW4Link, federalW4Link, customLinks, dashboardMessages }: KeptLinks): LinksDraft {
  return {
    stateW4Link: stateW4Link ?? '',
    federalW4Link: federalW4Link ?? '',
    customLinks: customLinks.map(({ name, url }) => ({ name, url })),
    dashboardMessages: dashboardMessages.map(({ message }) => ({ message })),
  };
}

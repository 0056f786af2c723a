/** A company's links and standing messages, and the rules of their form. */
import * as v from 'valibot';
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

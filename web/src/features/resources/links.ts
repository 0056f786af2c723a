/** A company's links and standing messages, and the rules of their form. */
import * as v from 'valibot';
import type { ErrorCode } from '../../api/error';
import { isLink } from './resource';

const link = v.pipe(v.string(), v.check(isLink, 'LINK_INVALID' satisfies ErrorCode));

export const linksSchema = v.object({
  stateW4Link: link,
  federalW4Link: link,
  customLinks: v.array(
    v.object({
      name: v.pipe(v.string(), v.trim(), v.nonEmpty('NAME_MISSING' satisfies ErrorCode)),
      url: v.pipe(link, v.nonEmpty('LINK_INVALID' satisfies ErrorCode)),
    }),
  ),
  dashboardMessages: v.array(
    v.object({ message: v.pipe(v.string(), v.maxLength(2000, 'DESCRIPTION_TOO_LONG' satisfies ErrorCode)) }),
  ),
});

export type LinksDraft = v.InferOutput<typeof linksSchema>;

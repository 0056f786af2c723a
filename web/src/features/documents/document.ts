/** A company document as every part of this feature reads it, and the rules of its form. */
import * as v from 'valibot';
import { currentOf } from '../../api/current';
import type { ErrorCode } from '../../api/error';
import { graphql, type ResultOf } from '../../api/graphql';

export const DocumentFields = graphql(`
  fragment DocumentFields on CompanyDocument {
    id documentName fileName startDate endDate showOnDashboard contentType sizeBytes version updatedAt updatedByName
  }
`);

export type CompanyDocument = ResultOf<typeof DocumentFields>;

/** Every cached list of documents begins with this, so that one write refreshes them all. */
export const documentsKey = 'documents';

export type Draft = {
  documentName: string;
  startDate: string;
  endDate: string;
  showOnDashboard: boolean;
};

export function draftOf({ documentName, startDate, endDate, showOnDashboard }: Draft): Draft {
  return { documentName, startDate, endDate, showOnDashboard };
}

/** A document as a CONFLICT carries it. */
export type CurrentDocument = Omit<CompanyDocument, 'contentType' | 'sizeBytes'>;

/** Null when the document was deleted. */
export function currentDocument(current: unknown): CurrentDocument | null {
  return currentOf<CurrentDocument>(current, [
    'id',
    'version',
    'documentName',
    'fileName',
    'startDate',
    'endDate',
    'showOnDashboard',
    'updatedByName',
  ]);
}

export function newDraft(today: string): Draft {
  return {
    documentName: '',
    startDate: today,
    endDate: `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`,
    showOnDashboard: true,
  };
}

/** A name from the file's own, for a form that has none yet: `travel_policy-2026.pdf` → travel policy 2026. */
export function nameFromFile(fileName: string): string {
  return fileName
    .replace(/\.[^.]+$/, '')
    .replace(/[_-]+/g, ' ')
    .trim();
}

const day = v.pipe(v.string(), v.nonEmpty('DATE_OUT_OF_RANGE' satisfies ErrorCode));

/** A courtesy: the server decides, in the same codes. */
export const draftSchema = v.pipe(
  v.object({
    documentName: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('NAME_MISSING' satisfies ErrorCode),
      v.maxLength(120, 'NAME_TOO_LONG' satisfies ErrorCode),
    ),
    startDate: day,
    endDate: day,
    showOnDashboard: v.boolean(),
  }),
  v.forward(
    v.check(({ startDate, endDate }) => startDate <= endDate, 'END_BEFORE_START' satisfies ErrorCode),
    ['endDate'],
  ),
);

export type DocumentState = 'scheduled' | 'current' | 'ended';

export function stateOf(
  { startDate, endDate }: Pick<CompanyDocument, 'startDate' | 'endDate'>,
  today: string,
): DocumentState {
  if (today < startDate) return 'scheduled';
  return today > endDate ? 'ended' : 'current';
}

/** What a request would come to as it is written, asked of the server once the typing pauses. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import type { Actor } from '../../api/actor';
import { ApiError, type ErrorCode } from '../../api/error';
import { graphql, type ResultOf } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useSettled } from '../../ui';
import { type Draft, draftSchema, inputOf } from './rules';
import { timeOffKey, type Whose } from './timeOff';

const PreviewRequest = graphql(`
  query PreviewTimeOffRequest(
    $tenantId: ID!
    $companyId: ID!
    $employeeId: ID!
    $managerId: ID
    $requestId: ID
    $input: TimeOffRequestInput!
  ) {
    previewTimeOffRequest(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      managerId: $managerId
      requestId: $requestId
      input: $input
    ) {
      amount
      days { date amount }
      balanceBefore
      balanceAfter
      holidays { date name nameEs }
      away { employeeId firstName lastName dates isApproved }
      refusal
      needsAttachment
    }
  }
`);

export type Preview = ResultOf<typeof PreviewRequest>['previewTimeOffRequest'];

const quietMs = 300;
/** Stands for what is asked where nothing but a weekend is in the way. */
const WEEKEND = 'WEEKEND_NOT_ALLOWED';

const isMissing = (issues: readonly { message: string }[]) => issues.some(({ message }) => message !== WEEKEND);

/** What went wrong with the call, and says nothing of the request. */
const callCodes: readonly ErrorCode[] = [
  'UNAUTHENTICATED',
  'FEATURE_NOT_ENABLED',
  'MAINTENANCE',
  'STEP_UP_REQUIRED',
  'LIMIT_EXCEEDED',
  'UNAVAILABLE',
  'TIMEOUT',
  'INTERNAL',
];

function refusalIn(error: Error | null): ErrorCode | null {
  return error instanceof ApiError && !callCodes.includes(error.code) ? error.code : null;
}

export type Previewed = {
  actor: Actor;
  whose: Whose;
  control: Control<Draft>;
  requestId: string | null;
};

export function useRequestPreview({ actor, whose, control, requestId }: Previewed) {
  const api = useApi();
  const { tenantId, companyId } = actor;
  const draft = useWatch({ control });
  const written = JSON.stringify(draft);
  const asked = useMemo(() => {
    const checked = v.safeParse(draftSchema, JSON.parse(written));
    if (checked.success) return JSON.stringify(inputOf({ ...checked.output, notes: '' }));
    return isMissing(checked.issues) ? null : WEEKEND;
  }, [written]);
  const answer = useSettled(asked, quietMs);
  const isWeekend = answer === WEEKEND;
  const settled = isWeekend ? null : answer;
  const preview = useQuery({
    queryKey: [timeOffKey, 'preview', tenantId, companyId, whose, requestId, settled],
    enabled: settled !== null,
    queryFn: async ({ signal }) => {
      const input = JSON.parse(settled ?? '{}') as ReturnType<typeof inputOf>;
      const variables = { tenantId, companyId, ...whose, requestId, input };
      return (await api.query(PreviewRequest, variables, signal)).previewTimeOffRequest;
    },
    placeholderData: keepPreviousData,
  });
  const isWorking = preview.isFetching || answer !== asked;
  const refusal = refusalIn(preview.error);

  return { settled, isWeekend, isWorking, refusal, preview };
}

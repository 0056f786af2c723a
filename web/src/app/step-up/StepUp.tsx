/** Mounted once, around every page: opens the dialog when a call has to be proved. Most visits never load it. */
import { lazy, Suspense, useEffect } from 'react';
import { loadTexts } from '../../i18n';
import { useCurrentPath } from '../layout/useCurrentPath';
import { useSession } from '../session/store';
import { declineAll, useAsked } from './asked';

const StepUpDialog = lazy(async () => (await Promise.all([import('./StepUpDialog'), loadTexts(['step-up'])]))[0]);

export function StepUp() {
  const asked = useAsked(({ waiting }) => waiting[0] ?? null);
  const path = useCurrentPath();
  const isSignedIn = useSession(({ accessToken }) => accessToken !== null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes here, the question is out of date.
  useEffect(() => declineAll, [path, isSignedIn]);

  if (asked === null) return null;
  return (
    <Suspense>
      <StepUpDialog key={asked.challenge.challenge} challenge={asked.challenge} onAnswer={asked.answer} />
    </Suspense>
  );
}

/** Mounted once, around every page: opens the dialog when a call has to be proved. It comes once a page is calm, or a form opens. */
import { useEffect } from 'react';
import { loadTexts, useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { late, toast } from '../../ui';
import { useCurrentPath } from '../layout/useCurrentPath';
import { useSession } from '../session/store';
import { declineAll, useAsked } from './asked';

const StepUpDialog = late(async () => (await Promise.all([import('./StepUpDialog'), loadTexts(['step-up'])]))[0]);

export function StepUp() {
  const { t } = useText();
  const asked = useAsked(({ waiting }) => waiting[0] ?? null);
  const path = useCurrentPath();
  const isSignedIn = useSession(({ accessToken }) => accessToken !== null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes here, the question is out of date.
  useEffect(() => declineAll, [path, isSignedIn]);

  if (asked === null) return null;
  return (
    <StepUpDialog
      key={asked.challenge.challenge}
      challenge={asked.challenge}
      onAnswer={asked.answer}
      onMissing={() => {
        toast(errorText(t, null, 'home.cardFailed'), { tone: 'error' });
        asked.answer('declined');
      }}
    />
  );
}

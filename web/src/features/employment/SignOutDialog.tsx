/** Signs out everyone in the list as it's narrowed: first who that is, then how far it has come. Closing stops after one person. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../api/error';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { ErrorState, Form, FormDialog, Notice, Progress, SkeletonList, toast } from '../../ui';
import { EndSessionsOf } from './account';
import { employmentKey, type Person } from './employment';

type SignOutDialogProps = {
  open: boolean;
  onClose: () => void;
  /** Everyone the list finds. */
  loadAll: () => Promise<readonly Person[]>;
};

const formId = 'people-sign-out';
const shownNames = 10;
/** Refused for one person, and no reason to stop: it's one's own account, or beyond one's companies. */
const skipped = ['OWN_ACCOUNT', 'BEYOND_REACH', 'NOT_FOUND'];

type Outcome = { done: number; kept: string[] };

export function SignOutDialog({ open, onClose, loadAll }: SignOutDialogProps) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const end = useSubmit(EndSessionsOf);
  const isOpen = useRef(true);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const found = useQuery({
    queryKey: [employmentKey, 'to sign out'],
    // People who can't sign in have no session.
    queryFn: async () => (await loadAll()).filter(({ signIn }) => signIn === 'inUse'),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const people = found.data ?? [];
  const name = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;

  async function signOutAll(): Promise<void> {
    const now: Outcome = { done: 0, kept: [] };
    setFailure(null);
    setRunning(true);
    setOutcome(now);
    try {
      for (const person of people) {
        if (!isOpen.current) return;
        try {
          await end.mutateAsync({ personId: person.personId, sessionId: null });
        } catch (error) {
          if (!(error instanceof ApiError) || !skipped.includes(error.code ?? '')) throw error;
          now.kept.push(name(person));
        }
        now.done += 1;
        setOutcome({ done: now.done, kept: [...now.kept] });
      }
      toast(t('employment.signOut.done', { count: now.done - now.kept.length }), { tone: 'ok' });
      if (now.kept.length === 0) onClose();
    } catch (error) {
      setFailure(errorText(t, error));
    } finally {
      setRunning(false);
      void queryClient.invalidateQueries({ queryKey: [employmentKey, 'people'] });
    }
  }

  const isOver = outcome !== null && !isRunning && failure === null;
  return (
    <FormDialog
      open={open}
      onClose={() => {
        isOpen.current = false;
        onClose();
      }}
      title={t('employment.signOut')}
      formId={formId}
      submitLabel={t('employment.signOut.submit')}
      pending={isRunning}
      isDirty={false}
      submitDisabledReason={isOver || (found.data && people.length === 0) ? t('employment.signOut.nobody') : undefined}
    >
      <Form id={formId} onSubmit={() => void signOutAll()} error={failure}>
        <p className="text-sub text-pretty">{t('employment.signOut.about')}</p>
        {found.isPending && <SkeletonList rows={2} />}
        {found.isError && (
          <ErrorState
            title={t('employment.loadFailed')}
            body={errorText(t, found.error)}
            onRetry={() => void found.refetch()}
            retrying={found.isFetching}
          />
        )}
        {found.data && outcome === null && (
          <div className="flex flex-col gap-2">
            <p className="font-semibold">
              {people.length === 0
                ? t('employment.signOut.nobody')
                : t('employment.signOut.waiting', { count: people.length })}
            </p>
            {people.length > 0 && (
              <p className="text-sub">
                {people.slice(0, shownNames).map(name).join(', ')}
                {people.length > shownNames && ` ${t('employment.invite.more', { count: people.length - shownNames })}`}
              </p>
            )}
          </div>
        )}
        {outcome && (
          <Progress
            label={t('employment.signOut.running')}
            value={outcome.done}
            max={people.length}
            valueText={t('employment.invite.sent', { sent: outcome.done, waiting: people.length })}
          />
        )}
        {outcome && outcome.kept.length > 0 && (
          <Notice tone="warn">{t('employment.signOut.kept', { names: outcome.kept.join(', ') })}</Notice>
        )}
      </Form>
    </FormDialog>
  );
}

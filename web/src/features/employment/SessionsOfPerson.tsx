/** Where someone is signed in, to end one of it or all. */
import { useState } from 'react';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Button, ConfirmDialog, useOpened } from '../../ui';
import { type Account, EndSessionsOf, ownTimeZone, useHelp } from './account';

export function SessionsOfPerson({ account, name }: { account: Account; name: string }) {
  const { t } = useText();
  const format = useFormat();
  const end = useSubmit(EndSessionsOf);
  const { run } = useHelp();
  const { opened, open, close } = useOpened<'all', null>('all');
  const [ending, setEnding] = useState<string | null>(null);
  const { personId, mayHelp, sessions } = account;

  async function endOne(sessionId: string): Promise<void> {
    setEnding(sessionId);
    await run(() => end.mutateAsync({ personId, sessionId }), t('employment.account.session.ended'));
    setEnding(null);
  }

  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h4 className="text-sm font-semibold">{t('employment.account.sessions')}</h4>
        {mayHelp && sessions.length > 0 && (
          <Button size="sm" variant="secondary" onPress={() => open('all', null)}>
            {t('employment.account.signOut')}
          </Button>
        )}
      </div>
      {sessions.length === 0 && <p className="text-sm text-sub">{t('employment.account.sessions.none')}</p>}
      {sessions.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {sessions.map(({ id, device, address, lastUsedAt }) => {
            const shown = device || t('employment.account.session.unknown');
            return (
              <li key={id} className="flex items-center justify-between gap-4 px-4 py-3 text-sm">
                <span className="min-w-0">
                  <span className="block font-medium">{shown}</span>
                  <span className="block text-sub tabular-nums">
                    {[address, t('employment.account.session.used', { when: format.instant(lastUsedAt, ownTimeZone) })]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                {mayHelp && (
                  <Button
                    size="sm"
                    variant="secondary"
                    aria-label={t('employment.account.session.endNamed', { device: shown })}
                    pending={ending === id}
                    onPress={() => void endOne(id)}
                  >
                    {t('employment.account.session.end')}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <ConfirmDialog
        open={opened.isOpen}
        onClose={close}
        title={t('employment.account.signOut.title', { name })}
        body={t('employment.account.signOut.body')}
        confirmLabel={t('employment.account.signOut')}
        onConfirm={async () => {
          const isDone = await run(
            () => end.mutateAsync({ personId, sessionId: null }),
            t('employment.account.signOut.done'),
          );
          if (!isDone) throw new Error('refused');
        }}
      />
    </div>
  );
}

/** Where one is signed in: end one, or all but this one. */
import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Badge, Button, ConfirmDialog } from '../../ui';
import { AccountFields, ownTimeZone, type Session, useAccountChange, useOutcome } from './account';
import { useOpening } from './useOpening';

const EndSession = graphql(
  `mutation EndSession($sessionId: ID!) { endSession(sessionId: $sessionId) { ...AccountFields } }`,
  [AccountFields],
);

const EndOtherSessions = graphql(`mutation EndOtherSessions { endOtherSessions { ...AccountFields } }`, [
  AccountFields,
]);

export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useText();
  const outcome = useOutcome();
  const endOne = useAccountChange(EndSession);
  const endOthers = useAccountChange(EndOtherSessions);
  const asking = useOpening();
  /** Null for all others. */
  const [chosen, setChosen] = useState<Session | null>(null);
  // The one in hand first, then the ones used last.
  const inOrder = sessions.toSorted(
    (a, b) => Number(b.isCurrent) - Number(a.isCurrent) || Date.parse(b.lastUsedAt) - Date.parse(a.lastUsedAt),
  );

  function ask(session: Session | null): void {
    setChosen(session);
    asking.show();
  }

  async function end(): Promise<void> {
    try {
      await (chosen ? endOne.change({ sessionId: chosen.id }) : endOthers.change({}));
    } catch (error) {
      outcome.failed(error);
      throw error;
    }
    outcome.done(chosen ? 'account.sessions.ended' : 'account.sessions.othersEnded');
  }

  return (
    <>
      <ul aria-label={t('account.sessions.title')} className="divide-y divide-line">
        {inOrder.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => ask(session)} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className="flex border-t border-line px-5 py-4 sm:justify-end sm:px-6">
          <Button variant="secondary" size="sm" onPress={() => ask(null)} className="max-sm:flex-1">
            {t('account.sessions.endOthers')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking.isOpen}
        onClose={asking.close}
        title={
          chosen
            ? t('account.sessions.endTitle', { device: chosen.device || t('account.sessions.unknown') })
            : t('account.sessions.endOthersTitle', { count: sessions.length - 1 })
        }
        body={t('account.sessions.endBody')}
        confirmLabel={chosen ? t('account.sessions.end') : t('account.sessions.endOthers')}
        onConfirm={end}
      />
    </>
  );
}

/** Phones and tablets name themselves by their system. */
const handheld = /android|ios|iphone|ipad/i;

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t } = useText();
  const format = useFormat();
  const { address, lastUsedAt, isCurrent } = session;
  const device = session.device || t('account.sessions.unknown');
  const Icon = handheld.test(device) ? Smartphone : Laptop;
  return (
    <li className="flex items-center gap-4 px-5 py-4 sm:px-6">
      <Icon aria-hidden strokeWidth={1.75} className="size-6 flex-none text-sub" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {device}
          {isCurrent && <Badge tone="brand">{t('account.sessions.current')}</Badge>}
        </p>
        <p className="text-sm text-sub tabular-nums">
          {[address, t('account.sessions.used', { when: format.instant(lastUsedAt, ownTimeZone) })]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {!isCurrent && (
        <Button variant="secondary" size="sm" onPress={onEnd} aria-label={t('account.sessions.endNamed', { device })}>
          {t('account.sessions.end')}
        </Button>
      )}
    </li>
  );
}

/** The roles one person holds, beside what else is known of them: where, from when until when, and to end one. */
import { useQuery } from '@tanstack/react-query';
import { useMayChange } from '../../api/console-rights';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Badge, Button, EmptyState, ErrorState, LinkButton, SkeletonList, useOpened } from '../../ui';
import { EndRoleDialog } from './EndRoleDialog';
import { type Held, RolesOfPersonQuery, stateTones } from './role';

/** `queryKey` is the caller's: what it reads again after a change, such as hiring, reads the roles again too. */
type RolesOfPersonProps = { tenantId: string; personId: string; rolesHref: string; queryKey: readonly unknown[] };

export function RolesOfPerson({ tenantId, personId, rolesHref, queryKey }: RolesOfPersonProps) {
  const { t } = useText();
  const api = useApi();
  const mayChange = useMayChange();
  const found = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.query(RolesOfPersonQuery, { tenantId, personId }, signal)).rolesOfPerson,
  });
  const { opened, open, close } = useOpened<'end', Held>('end');
  return (
    <section aria-label={t('roles.ofPerson')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">{t('roles.ofPerson')}</h3>
        {mayChange && (
          <LinkButton size="sm" variant="secondary" href={rolesHref}>
            {t('roles.ofPerson.give')}
          </LinkButton>
        )}
      </div>
      {found.isPending && <SkeletonList rows={2} />}
      {found.isError && (
        <ErrorState
          title={t('roles.ofPerson.loadFailed')}
          body={errorText(t, found.error)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {found.data?.length === 0 && <EmptyState title={t('roles.ofPerson.none')} body={t('roles.ofPerson.noneBody')} />}
      {found.data && found.data.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {found.data.map((held) => (
            <HeldRow key={held.id} held={held} onEnd={mayChange ? () => open('end', held) : null} />
          ))}
        </ul>
      )}
      {opened.row && (
        <EndRoleDialog
          key={opened.serial}
          open={opened.isOpen}
          onClose={() => {
            close();
            void found.refetch();
          }}
          tenantId={tenantId}
          held={opened.row}
        />
      )}
    </section>
  );
}

function HeldRow({ held, onEnd }: { held: Held; onEnd: (() => void) | null }) {
  const { t } = useText();
  const format = useFormat();
  const { roleName, companyName, startsOn, endsOn, state } = held;
  const days = [
    startsOn && t('roles.from', { day: format.day(startsOn) }),
    endsOn && t('roles.to', { day: format.day(endsOn) }),
  ].filter(Boolean);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium [overflow-wrap:anywhere]">{roleName}</span>
          <Badge tone={stateTones[state]}>{t(`roles.state.${state}`)}</Badge>
        </p>
        <p className="text-sub [overflow-wrap:anywhere]">
          {[companyName ?? t('roles.place.tenant'), ...days].join(' · ')}
        </p>
      </div>
      {onEnd && state !== 'ended' && (
        <Button
          size="sm"
          variant="secondary"
          onPress={onEnd}
          aria-label={t('roles.ofPerson.endNamed', { role: roleName })}
        >
          {t('roles.end')}
        </Button>
      )}
    </li>
  );
}

/** The roles one person holds, beside what else is known of them: where, from when until when, and to end one. */
import { useMayChange } from '../../api/console-rights';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Badge, Button, EmptyState, LinkButton, useOpened } from '../../ui';
import { EndRoleDialog } from './EndRoleDialog';
import { type Held, stateTones } from './role';

type RolesOfPersonProps = {
  tenantId: string;
  held: readonly Held[];
  rolesHref: string;
  /** Something may have changed: the page reads the roles again. */
  onChanged: () => void;
};

export function RolesOfPerson({ tenantId, held: all, rolesHref, onChanged }: RolesOfPersonProps) {
  const { t } = useText();
  const mayChange = useMayChange();
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
      {all.length === 0 && <EmptyState title={t('roles.ofPerson.none')} body={t('roles.ofPerson.noneBody')} />}
      {all.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {all.map((held) => (
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
            onChanged();
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

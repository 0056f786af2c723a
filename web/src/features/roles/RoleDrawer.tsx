/** One role in full: what it allows, where, who holds it, and what can be done with it. */

import { Copy, Pencil, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useMayChange } from '../../api/console-rights';
import { everyRow, maximumPageLimit, useApi } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import {
  Badge,
  Button,
  csvText,
  DetailsDrawer,
  EmptyState,
  ErrorState,
  Pager,
  SearchField,
  SkeletonList,
  saveCsv,
  toast,
  useSettled,
} from '../../ui';
import { PermissionNames } from './PermissionNames';
import { type Choices, type Held, ListRoleHolders, nameOf, type Role, rolesKey, stateTones } from './role';

type RoleDrawerProps = {
  open: boolean;
  onClose: () => void;
  tenantId: string;
  role: Role;
  choices: Choices | undefined;
  onDo: (what: 'give' | 'copy' | 'edit' | 'remove') => void;
  onEnd: (held: Held) => void;
};

export function RoleDrawer({ open, onClose, tenantId, role, choices, onDo, onEnd }: RoleDrawerProps) {
  const { t } = useText();
  const words = (list: readonly string[]) =>
    list.length === 0 ? (
      t('roles.none')
    ) : (
      <span className="flex flex-wrap gap-1.5">
        {list.map((word) => (
          <Badge key={word} className="[overflow-wrap:anywhere]">
            {word}
          </Badge>
        ))}
      </span>
    );
  const isAllowed = useMayChange();
  const mayChange = isAllowed && choices?.isWholeTenant === true;
  // Company administrators give no role that applies to the whole tenant.
  const mayGive = isAllowed && (mayChange || role.applies !== 'tenant');
  const icon = { 'aria-hidden': true, className: 'size-4.5' } as const;
  return (
    <DetailsDrawer
      open={open}
      onClose={onClose}
      title={role.name}
      description={role.isShipped ? t('roles.shippedLead') : undefined}
      groups={[
        {
          facts: [
            { label: t('roles.applies'), value: t(`roles.applies.${role.applies}`) },
            {
              label: t('roles.permissions'),
              value:
                role.permissions.length === 0 ? t('roles.none') : <PermissionNames permissions={role.permissions} />,
            },
            { label: t('roles.applications'), value: words(role.applications) },
          ],
        },
      ]}
      footer={
        choices && (
          <div className="flex flex-wrap justify-end gap-2.5">
            {mayChange && (
              <Button variant="secondary" onPress={() => onDo('copy')} icon={<Copy {...icon} />}>
                {t('roles.copy')}
              </Button>
            )}
            {mayChange && !role.isShipped && (
              <>
                <Button variant="secondary" onPress={() => onDo('edit')} icon={<Pencil {...icon} />}>
                  {t('roles.edit')}
                </Button>
                <Button
                  variant="secondary"
                  onPress={() => onDo('remove')}
                  icon={<Trash2 {...icon} />}
                  disabledReason={role.holders > 0 ? t('roles.remove.held') : undefined}
                >
                  {t('roles.remove')}
                </Button>
              </>
            )}
            {mayGive && (
              <Button onPress={() => onDo('give')} icon={<UserPlus {...icon} />}>
                {t('roles.give')}
              </Button>
            )}
          </div>
        )
      }
    >
      <Holders tenantId={tenantId} role={role} onEnd={onEnd} />
    </DetailsDrawer>
  );
}

const quietMs = 250;
const holdersPerPage = 10;

function Holders({ tenantId, role, onEnd }: { tenantId: string; role: Role; onEnd: (held: Held) => void }) {
  const { t } = useText();
  const api = useApi();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, quietMs).trim();
  const [isExporting, setExporting] = useState(false);
  const load = async (limit: number, cursor: string | null, signal?: AbortSignal) => {
    const asked = { tenantId, roleId: role.id, search, limit, cursor };
    return (await api.query(ListRoleHolders, asked, signal)).listRoleHolders;
  };
  const list = usePages([rolesKey, 'holders', tenantId, role.id, search], (cursor, signal) =>
    load(holdersPerPage, cursor, signal),
  );

  async function exportAll(): Promise<void> {
    setExporting(true);
    try {
      const all = await everyRow((cursor) => load(maximumPageLimit, cursor));
      saveCsv(
        csvText(
          [
            { header: t('roles.give.person'), text: (held: Held) => nameOf(held) },
            { header: t('roles.username'), text: (held: Held) => held.username },
            { header: t('roles.place'), text: (held: Held) => held.companyName ?? t('roles.place.tenant') },
            { header: t('roles.startsOn'), text: (held: Held) => held.startsOn ?? '' },
            { header: t('roles.endsOn'), text: (held: Held) => held.endsOn ?? '' },
            { header: t('roles.state'), text: (held: Held) => t(`roles.state.${held.state}`) },
          ],
          all,
        ),
        'role-holders.csv',
      );
    } catch (error) {
      toast(errorText(t, error), { tone: 'error' });
    } finally {
      setExporting(false);
    }
  }

  return (
    <section aria-label={t('roles.holders')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">{t('roles.holders')}</h3>
        <Button size="sm" variant="secondary" pending={isExporting} onPress={() => void exportAll()}>
          {t('console.export')}
        </Button>
      </div>
      <SearchField label={t('roles.holders.search')} value={typed} onChange={setTyped} />
      {!list.rows && !list.error && <SkeletonList rows={3} />}
      {list.error && (
        <ErrorState
          title={t('roles.holders.loadFailed')}
          body={errorText(t, list.error)}
          onRetry={list.retry}
          retrying={list.isRetrying}
        />
      )}
      {!list.error && list.rows?.length === 0 && (
        <EmptyState
          title={search ? t('roles.holders.noMatch') : t('roles.holders.empty')}
          body={search ? undefined : t('roles.holders.emptyBody')}
        />
      )}
      {!list.error && list.rows && list.rows.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {list.rows.map((held) => (
            <HolderRow key={held.id} held={held} onEnd={() => onEnd(held)} />
          ))}
        </ul>
      )}
      <Pager links={list.links} onTurn={list.turn} pending={list.isTurning} />
    </section>
  );
}

function HolderRow({ held, onEnd }: { held: Held; onEnd: () => void }) {
  const { t } = useText();
  const format = useFormat();
  const mayChange = useMayChange();
  const name = nameOf(held);
  const days = [
    held.startsOn && t('roles.from', { day: format.day(held.startsOn) }),
    held.endsOn && t('roles.to', { day: format.day(held.endsOn) }),
  ].filter(Boolean);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium">{name}</span>
          <Badge tone={stateTones[held.state]}>{t(`roles.state.${held.state}`)}</Badge>
        </p>
        <p className="text-sm text-sub [overflow-wrap:anywhere]">
          {[held.username, held.companyName ?? t('roles.place.tenant'), ...days].join(' · ')}
        </p>
      </div>
      {mayChange && held.state !== 'ended' && (
        <Button size="sm" variant="secondary" onPress={onEnd} aria-label={t('roles.endNamed', { name })}>
          {t('roles.end')}
        </Button>
      )}
    </li>
  );
}

/** /admin/roles: every role of the tenant, what it allows and who holds it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { everyRow, useApi, useSubmit } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { Badge, Button, ConfirmDialog, ConsoleList, csvText, PageHeader, useOpened, useSettled } from '../../ui';
import { CompareDialog } from './CompareDialog';
import { CopyRoleDialog } from './CopyRoleDialog';
import { EditRoleDialog } from './EditRoleDialog';
import { EndRoleDialog } from './EndRoleDialog';
import { GiveRoleDialog } from './GiveRoleDialog';
import { RoleDrawer } from './RoleDrawer';
import {
  choicesOptions,
  type Held,
  ListRoles,
  maximumCounted,
  permissionText,
  RemoveRole,
  type Role,
  rolesKey,
} from './role';
import { useSaved } from './useSaved';

type What = 'compare' | 'details' | 'give' | 'end' | 'copy' | 'edit' | 'remove';
/** A role, and someone's assignment of it where that is ended. */
type Chosen = { role: Role; held?: Held };

const quietMs = 250;
/** So many permissions of a role are listed; the drawer has all. */
const shownPermissions = 4;

export function RolesPage({ tenantId }: { tenantId: string }) {
  const { t } = useText();
  const api = useApi();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, quietMs).trim();
  const load = async (cursor: string | null, signal?: AbortSignal) =>
    (await api.query(ListRoles, { tenantId, search, cursor }, signal)).listRoles;
  const list = usePages([rolesKey, 'list', tenantId, search], load);
  const choices = useQuery(choicesOptions(api, tenantId)).data;
  const { opened, open, close } = useOpened<What, Chosen>('details');
  // What lies open follows the list: a role that was given meanwhile says so.
  const role = list.rows?.find(({ id }) => id === opened.row?.role.id) ?? opened.row?.role;
  const dialog = { open: opened.isOpen, onClose: close, tenantId };
  const count = (holders: number) =>
    holders > maximumCounted ? t('roles.holdersMany', { count: maximumCounted }) : String(holders);

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('page.adminRoles')}
        description={t('roles.lead')}
        actions={
          <Button variant="secondary" onPress={() => open('compare', null)}>
            {t('roles.compare')}
          </Button>
        }
      />
      <ConsoleList
        label={t('page.adminRoles')}
        words={consoleWords(t)}
        rows={list.rows}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'name',
            header: t('roles.name'),
            cell: ({ name, isShipped }) => (
              <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span className="font-medium">{name}</span>
                {isShipped && <Badge>{t('roles.shipped')}</Badge>}
              </span>
            ),
          },
          {
            id: 'permissions',
            header: t('roles.permissions'),
            cell: ({ permissions }) => (
              <span className="text-sm text-sub [overflow-wrap:anywhere]">
                {permissions.length === 0
                  ? t('roles.none')
                  : permissions
                      .slice(0, shownPermissions)
                      .map((permission) => permissionText(t, permission))
                      .join(', ')}
                {permissions.length > shownPermissions &&
                  ` ${t('roles.more', { count: permissions.length - shownPermissions })}`}
              </span>
            ),
          },
          { id: 'applies', header: t('roles.applies'), cell: (row) => t(`roles.applies.${row.applies}`) },
          { id: 'holders', header: t('roles.holders'), cell: ({ holders }) => count(holders), numeric: true },
        ]}
        onRowPress={(row) => open('details', { role: row })}
        search={{ label: t('roles.search'), value: typed, onChange: setTyped }}
        onClear={() => setTyped('')}
        empty={{ title: t('roles.empty') }}
        exporting={{
          fileName: 'roles.csv',
          load: async () =>
            csvText(
              [
                { header: t('roles.name'), text: (row: Role) => row.name },
                { header: t('roles.permissions'), text: (row: Role) => row.permissions.join(' ') },
                { header: t('roles.applications'), text: (row: Role) => row.applications.join(' ') },
                { header: t('roles.applies'), text: (row: Role) => t(`roles.applies.${row.applies}`) },
                { header: t('roles.holders'), text: (row: Role) => count(row.holders) },
              ],
              await everyRow((cursor) => load(cursor)),
            ),
          failure: (error) => errorText(t, error),
        }}
        failure={
          list.error && {
            title: t('roles.loadFailed'),
            body: errorText(t, list.error),
            onRetry: list.retry,
            retrying: list.isRetrying,
          }
        }
        links={list.links}
        onTurn={list.turn}
        turning={list.isTurning}
      />
      {opened.kind === 'compare' && <CompareDialog key={opened.serial} {...dialog} />}
      {role && opened.kind === 'details' && (
        <RoleDrawer
          key={opened.serial}
          {...dialog}
          role={role}
          choices={choices}
          onDo={(what) => open(what, { role })}
          onEnd={(held) => open('end', { role, held })}
        />
      )}
      {role && choices && opened.kind === 'give' && (
        <GiveRoleDialog key={opened.serial} {...dialog} role={role} choices={choices} />
      )}
      {opened.row?.held && opened.kind === 'end' && (
        <EndRoleDialog key={opened.serial} {...dialog} held={opened.row.held} />
      )}
      {role && opened.kind === 'copy' && (
        <CopyRoleDialog key={opened.serial} {...dialog} role={role} onCopied={(copy) => open('edit', { role: copy })} />
      )}
      {opened.row && choices && opened.kind === 'edit' && (
        <EditRoleDialog key={opened.serial} {...dialog} role={opened.row.role} choices={choices} />
      )}
      {role && opened.kind === 'remove' && <RemoveRoleQuestion key={opened.serial} {...dialog} role={role} />}
    </div>
  );
}

type RemoveRoleQuestionProps = { open: boolean; onClose: () => void; tenantId: string; role: Role };

function RemoveRoleQuestion({ open, onClose, tenantId, role }: RemoveRoleQuestionProps) {
  const { t } = useText();
  const remove = useSubmit(RemoveRole);
  const { run, failure } = useSaved(onClose);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('roles.remove.title', { role: role.name })}
      body={t('roles.remove.body')}
      confirmLabel={t('roles.remove')}
      cancelLabel={t('app.cancel')}
      onConfirm={async () => {
        const change = () => remove.mutateAsync({ tenantId, roleId: role.id, version: role.version });
        if (!(await run(change, t('roles.remove.done', { role: role.name }))))
          throw new Error('The question stays open.');
      }}
    >
      {failure && <p role="alert">{failure.text}</p>}
    </ConfirmDialog>
  );
}

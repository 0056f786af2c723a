/** /admin/machines: programs that work by themselves, over the API for machines. */
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/error';
import { everyRow, useApi, useSubmit } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import {
  Badge,
  Button,
  Card,
  ConfirmDialog,
  ConsoleList,
  csvText,
  EmptyState,
  PageHeader,
  useOpened,
  useSettled,
} from '../../ui';
import { MachineDialog } from './MachineDialog';
import { MachineDrawer } from './MachineDrawer';
import { ListMachines, type Machine, machinesKey, RevokeMachine, type Saved, scopeNames, scopeTexts } from './machine';
import { RotateDialog } from './RotateDialog';
import { SecretDialog } from './SecretDialog';
import { useSaved } from './useSaved';

type What = 'details' | 'add' | 'change' | 'rotate' | 'revoke' | 'secret';

const quietMs = 250;

export function MachinesPage({ tenantId }: { tenantId: string }) {
  const { t } = useText();
  const api = useApi();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, quietMs).trim();
  const load = async (cursor: string | null, signal?: AbortSignal) =>
    (await api.query(ListMachines, { tenantId, search, cursor }, signal)).listMachines;
  const list = usePages([machinesKey, 'list', tenantId, search], load);
  const { opened, open, close } = useOpened<What, Machine>('details');
  const [secret, setSecret] = useState('');
  const machine = list.rows?.find(({ id }) => id === opened.row?.id) ?? opened.row;
  const dialog = { open: opened.isOpen, onClose: close };
  const stateOf = ({ revokedAt }: Machine) => t(revokedAt === null ? 'machines.on' : 'machines.revoked');
  const scopesOf = ({ scopes }: Machine) =>
    scopeNames
      .filter((scope) => scopes.includes(scope))
      .map((scope) => t(scopeTexts[scope]))
      .join(', ');
  const onSaved = (saved: Saved) => {
    setSecret(saved.secret ?? '');
    open(saved.secret === null ? 'details' : 'secret', saved.machine);
  };

  const header = <PageHeader title={t('page.adminMachines')} description={t('machines.lead')} />;
  // Company administrators see the console, but a machine client is for the whole organization.
  if (list.error instanceof ApiError && list.error.code === 'FORBIDDEN')
    return (
      <div className="flex flex-col gap-6">
        {header}
        <Card>
          <EmptyState title={t('machines.forbidden')} body={t('machines.forbidden.body')} />
        </Card>
      </div>
    );
  return (
    <div className="flex flex-col gap-6">
      {header}
      <ConsoleList
        label={t('machines.list')}
        words={consoleWords(t)}
        rows={list.rows}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'name',
            header: t('machines.name'),
            cell: ({ name }) => <span className="font-medium">{name}</span>,
          },
          {
            id: 'state',
            header: t('machines.state'),
            cell: (row) => <Badge tone={row.revokedAt === null ? 'ok' : 'warn'}>{stateOf(row)}</Badge>,
          },
          {
            id: 'scopes',
            header: t('machines.scopes'),
            cell: (row) => <span className="text-sm">{scopesOf(row)}</span>,
          },
        ]}
        onRowPress={(row) => open('details', row)}
        search={{ label: t('machines.search'), value: typed, onChange: setTyped }}
        onClear={() => setTyped('')}
        empty={{ title: t('machines.empty'), body: t('machines.emptyBody') }}
        exporting={{
          fileName: 'machine-clients.csv',
          load: async () =>
            csvText(
              [
                { header: t('machines.name'), text: (row: Machine) => row.name },
                { header: t('machines.state'), text: stateOf },
                { header: t('machines.clientId'), text: (row: Machine) => row.clientId },
                { header: t('machines.scopes'), text: (row: Machine) => row.scopes.join(' ') },
                { header: t('machines.requestsPerMinute'), text: (row: Machine) => String(row.requestsPerMinute) },
                { header: t('machines.lastToken'), text: (row: Machine) => row.lastTokenAt ?? '' },
              ],
              await everyRow((cursor) => load(cursor)),
            ),
          failure: (error) => errorText(t, error),
        }}
        actions={
          <Button onPress={() => open('add', null)} icon={<Plus aria-hidden className="size-4.5" />}>
            {t('machines.add')}
          </Button>
        }
        failure={
          list.error && {
            title: t('machines.loadFailed'),
            body: errorText(t, list.error),
            onRetry: list.retry,
            retrying: list.isRetrying,
          }
        }
        links={list.links}
        onTurn={list.turn}
        turning={list.isTurning}
      />
      {machine && opened.kind === 'details' && (
        <MachineDrawer key={opened.serial} {...dialog} machine={machine} onDo={(what) => open(what, machine)} />
      )}
      {opened.kind === 'add' && (
        <MachineDialog key={opened.serial} {...dialog} tenantId={tenantId} machine={null} onSaved={onSaved} />
      )}
      {opened.row && opened.kind === 'change' && (
        <MachineDialog key={opened.serial} {...dialog} tenantId={tenantId} machine={opened.row} onSaved={onSaved} />
      )}
      {machine && opened.kind === 'rotate' && (
        <RotateDialog key={opened.serial} {...dialog} tenantId={tenantId} machine={machine} onSaved={onSaved} />
      )}
      {opened.row && opened.kind === 'secret' && (
        <SecretDialog
          key={opened.serial}
          open={opened.isOpen}
          onClose={() => {
            setSecret('');
            open('details', opened.row);
          }}
          machine={opened.row}
          secret={secret}
        />
      )}
      {machine && opened.kind === 'revoke' && (
        <RevokeQuestion key={opened.serial} {...dialog} tenantId={tenantId} machine={machine} />
      )}
    </div>
  );
}

type RevokeQuestionProps = { open: boolean; onClose: () => void; tenantId: string; machine: Machine };

function RevokeQuestion({ open, onClose, tenantId, machine }: RevokeQuestionProps) {
  const { t } = useText();
  const revoke = useSubmit(RevokeMachine);
  const { run, failure } = useSaved();
  const { id, name, version } = machine;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('machines.revoke.title', { name })}
      body={t('machines.revoke.body')}
      confirmLabel={t('machines.revoke')}
      cancelLabel={t('app.cancel')}
      onConfirm={async () => {
        const change = () => revoke.mutateAsync({ tenantId, machineId: id, version });
        if (!(await run(change, t('machines.revoke.done', { name })))) throw new Error('The question stays open.');
      }}
    >
      {failure && <p role="alert">{failure.text}</p>}
    </ConfirmDialog>
  );
}

/** /admin/applications: the applications people are signed in to with Atrium. */
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
import { HostApplicationDialog } from './HostApplicationDialog';
import { HostApplicationDrawer } from './HostApplicationDrawer';
import {
  type HostApplication,
  hostApplicationsKey,
  ListHostApplications,
  RemoveHostApplication,
  type Saved,
} from './host-application';
import { RotateDialog } from './RotateDialog';
import { SecretDialog } from './SecretDialog';
import { useSaved } from './useSaved';

type What = 'details' | 'add' | 'change' | 'rotate' | 'remove' | 'secret';

const quietMs = 250;

export function HostApplicationsPage({ tenantId }: { tenantId: string }) {
  const { t } = useText();
  const api = useApi();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, quietMs).trim();
  const load = async (cursor: string | null, signal?: AbortSignal) =>
    (await api.query(ListHostApplications, { tenantId, search, cursor }, signal)).listApplications;
  const list = usePages([hostApplicationsKey, 'list', tenantId, search], load);
  const { opened, open, close } = useOpened<What, HostApplication>('details');
  const [secret, setSecret] = useState('');
  const application = list.rows?.find(({ id }) => id === opened.row?.id) ?? opened.row;
  const dialog = { open: opened.isOpen, onClose: close };
  const stateOf = ({ auth, isEnabled }: HostApplication) => {
    if (auth === null) return t('hostApplications.notConnected');
    return t(isEnabled ? 'hostApplications.on' : 'hostApplications.off');
  };
  const onSaved = (saved: Saved) => {
    setSecret(saved.secret ?? '');
    open(saved.secret === null ? 'details' : 'secret', saved.application);
  };

  const header = <PageHeader title={t('page.adminApplications')} description={t('hostApplications.lead')} />;
  // Company administrators see the console, but an application is for the whole organization.
  if (list.error instanceof ApiError && list.error.code === 'FORBIDDEN')
    return (
      <div className="flex flex-col gap-6">
        {header}
        <Card>
          <EmptyState title={t('hostApplications.forbidden')} body={t('hostApplications.forbidden.body')} />
        </Card>
      </div>
    );
  return (
    <div className="flex flex-col gap-6">
      {header}
      <ConsoleList
        label={t('hostApplications.list')}
        words={consoleWords(t)}
        rows={list.rows}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'name',
            header: t('hostApplications.name'),
            cell: ({ name }) => <span className="font-medium">{name}</span>,
          },
          { id: 'code', header: t('hostApplications.code'), cell: ({ code }) => code },
          {
            id: 'state',
            header: t('hostApplications.state'),
            cell: (row) => <Badge tone={row.auth !== null && row.isEnabled ? 'ok' : 'warn'}>{stateOf(row)}</Badge>,
          },
          {
            id: 'roles',
            header: t('hostApplications.roles'),
            cell: ({ roles }) => <span className="text-sm">{roles.join(', ') || t('hostApplications.none')}</span>,
          },
        ]}
        onRowPress={(row) => open('details', row)}
        search={{ label: t('hostApplications.search'), value: typed, onChange: setTyped }}
        onClear={() => setTyped('')}
        empty={{ title: t('hostApplications.empty'), body: t('hostApplications.emptyBody') }}
        exporting={{
          fileName: 'applications.csv',
          load: async () =>
            csvText(
              [
                { header: t('hostApplications.name'), text: (row: HostApplication) => row.name },
                { header: t('hostApplications.code'), text: (row: HostApplication) => row.code },
                { header: t('hostApplications.state'), text: stateOf },
                { header: t('hostApplications.clientId'), text: (row: HostApplication) => row.clientId },
                { header: t('hostApplications.roles'), text: (row: HostApplication) => row.roles.join(', ') },
                {
                  header: t('hostApplications.redirectUris'),
                  text: (row: HostApplication) => row.redirectUris.join(' '),
                },
                { header: t('hostApplications.logoutUri'), text: (row: HostApplication) => row.logoutUri ?? '' },
              ],
              await everyRow((cursor) => load(cursor)),
            ),
          failure: (error) => errorText(t, error),
        }}
        actions={
          <Button onPress={() => open('add', null)} icon={<Plus aria-hidden className="size-4.5" />}>
            {t('hostApplications.add')}
          </Button>
        }
        failure={
          list.error && {
            title: t('hostApplications.loadFailed'),
            body: errorText(t, list.error),
            onRetry: list.retry,
            retrying: list.isRetrying,
          }
        }
        links={list.links}
        onTurn={list.turn}
        turning={list.isTurning}
      />
      {application && opened.kind === 'details' && (
        <HostApplicationDrawer
          key={opened.serial}
          {...dialog}
          application={application}
          onDo={(what) => open(what, application)}
        />
      )}
      {opened.kind === 'add' && (
        <HostApplicationDialog
          key={opened.serial}
          {...dialog}
          tenantId={tenantId}
          application={null}
          onSaved={onSaved}
        />
      )}
      {opened.row && opened.kind === 'change' && (
        <HostApplicationDialog
          key={opened.serial}
          {...dialog}
          tenantId={tenantId}
          application={opened.row}
          onSaved={onSaved}
        />
      )}
      {application && opened.kind === 'rotate' && (
        <RotateDialog key={opened.serial} {...dialog} tenantId={tenantId} application={application} onSaved={onSaved} />
      )}
      {opened.row && opened.kind === 'secret' && (
        <SecretDialog
          key={opened.serial}
          open={opened.isOpen}
          onClose={() => {
            setSecret('');
            open('details', opened.row);
          }}
          application={opened.row}
          secret={secret}
        />
      )}
      {application && opened.kind === 'remove' && (
        <RemoveQuestion key={opened.serial} {...dialog} tenantId={tenantId} application={application} />
      )}
    </div>
  );
}

type RemoveQuestionProps = { open: boolean; onClose: () => void; tenantId: string; application: HostApplication };

function RemoveQuestion({ open, onClose, tenantId, application }: RemoveQuestionProps) {
  const { t } = useText();
  const remove = useSubmit(RemoveHostApplication);
  const { run, failure } = useSaved();
  const { id, name, version } = application;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('hostApplications.remove.title', { name })}
      body={t('hostApplications.remove.body')}
      confirmLabel={t('hostApplications.remove')}
      cancelLabel={t('app.cancel')}
      onConfirm={async () => {
        const change = () => remove.mutateAsync({ tenantId, applicationId: id, version });
        if (!(await run(change, t('hostApplications.remove.done', { name }))))
          throw new Error('The question stays open.');
      }}
    >
      {failure && <p role="alert">{failure.text}</p>}
    </ConfirmDialog>
  );
}

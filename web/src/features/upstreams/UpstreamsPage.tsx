/** /admin/sign-in: the providers people sign in with, of the organization or of one company. */

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMayChange } from '../../api/console-rights';
import { everyRow, useApi, useSubmit } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { Badge, Button, ConfirmDialog, ConsoleList, csvText, PageHeader, useOpened, useSettled } from '../../ui';
import { UpstreamDialog } from './UpstreamDialog';
import { UpstreamDrawer } from './UpstreamDrawer';
import { choicesOptions, ListUpstreams, RemoveUpstream, type Upstream, upstreamsKey } from './upstream';
import { useSaved } from './useSaved';

type What = 'details' | 'add' | 'change' | 'remove';

const quietMs = 250;

export function UpstreamsPage({ tenantId }: { tenantId: string }) {
  const { t } = useText();
  const mayChange = useMayChange();
  const api = useApi();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, quietMs).trim();
  const load = async (cursor: string | null, signal?: AbortSignal) =>
    (await api.query(ListUpstreams, { tenantId, search, cursor }, signal)).listUpstreams;
  const list = usePages([upstreamsKey, 'list', tenantId, search], load);
  const choices = useQuery(choicesOptions(api, tenantId)).data;
  const { opened, open, close } = useOpened<What, Upstream>('details');
  const upstream = list.rows?.find(({ id }) => id === opened.row?.id) ?? opened.row;
  const dialog = { open: opened.isOpen, onClose: close, tenantId };
  const place = (row: Upstream) => row.companyName ?? t('upstreams.wholeTenant');

  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.adminSignIn')} description={t('upstreams.lead')} />
      <ConsoleList
        label={t('upstreams.list')}
        words={consoleWords(t)}
        rows={list.rows}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'name',
            header: t('upstreams.name'),
            cell: ({ name }) => <span className="font-medium">{name}</span>,
          },
          {
            id: 'domains',
            header: t('upstreams.domains'),
            cell: ({ mailDomains }) =>
              mailDomains.length === 0 ? (
                <Badge tone="warn">{t('upstreams.noDomains')}</Badge>
              ) : (
                <span className="text-sm [overflow-wrap:anywhere]">{mailDomains.join(', ')}</span>
              ),
          },
          { id: 'place', header: t('upstreams.place'), cell: place },
          {
            id: 'issuer',
            header: t('upstreams.issuer'),
            cell: ({ issuer }) => <span className="text-sm text-sub [overflow-wrap:anywhere]">{issuer}</span>,
          },
        ]}
        onRowPress={(row) => open('details', row)}
        search={{ label: t('upstreams.search'), value: typed, onChange: setTyped }}
        onClear={() => setTyped('')}
        empty={{ title: t('upstreams.empty'), body: t('upstreams.emptyBody') }}
        exporting={{
          fileName: 'sign-in-providers.csv',
          load: async () =>
            csvText(
              [
                { header: t('upstreams.name'), text: (row: Upstream) => row.name },
                { header: t('upstreams.domains'), text: (row: Upstream) => row.mailDomains.join(' ') },
                { header: t('upstreams.place'), text: place },
                { header: t('upstreams.issuer'), text: (row: Upstream) => row.issuer },
                { header: t('upstreams.clientId'), text: (row: Upstream) => row.clientId },
                { header: t('upstreams.redirectUri'), text: (row: Upstream) => row.redirectUri },
              ],
              await everyRow((cursor) => load(cursor)),
            ),
          failure: (error) => errorText(t, error),
        }}
        actions={
          choices &&
          mayChange && (
            <Button onPress={() => open('add', null)} icon={<Plus aria-hidden className="size-4.5" />}>
              {t('upstreams.add')}
            </Button>
          )
        }
        failure={
          list.error && {
            title: t('upstreams.loadFailed'),
            body: errorText(t, list.error),
            onRetry: list.retry,
            retrying: list.isRetrying,
          }
        }
        links={list.links}
        onTurn={list.turn}
        turning={list.isTurning}
      />
      {upstream && opened.kind === 'details' && (
        <UpstreamDrawer
          key={opened.serial}
          {...dialog}
          upstream={upstream}
          place={place(upstream)}
          onDo={(what) => open(what, upstream)}
        />
      )}
      {choices && opened.kind === 'add' && (
        <UpstreamDialog
          key={opened.serial}
          {...dialog}
          choices={choices}
          upstream={null}
          onAdded={(added) => open('details', added)}
        />
      )}
      {opened.row && choices && opened.kind === 'change' && (
        <UpstreamDialog
          key={opened.serial}
          {...dialog}
          choices={choices}
          upstream={opened.row}
          onAdded={() => undefined}
        />
      )}
      {upstream && opened.kind === 'remove' && <RemoveQuestion key={opened.serial} {...dialog} upstream={upstream} />}
    </div>
  );
}

type RemoveQuestionProps = { open: boolean; onClose: () => void; tenantId: string; upstream: Upstream };

function RemoveQuestion({ open, onClose, tenantId, upstream }: RemoveQuestionProps) {
  const { t } = useText();
  const remove = useSubmit(RemoveUpstream);
  const { run, failure } = useSaved(onClose);
  const { id, name, version } = upstream;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('upstreams.remove.title', { name })}
      body={t('upstreams.remove.body')}
      confirmLabel={t('upstreams.remove')}
      cancelLabel={t('app.cancel')}
      onConfirm={async () => {
        const change = () => remove.mutateAsync({ tenantId, upstreamId: id, version });
        if (!(await run(change, t('upstreams.remove.done', { name })))) throw new Error('The question stays open.');
      }}
    >
      {failure && <p role="alert">{failure.text}</p>}
    </ConfirmDialog>
  );
}

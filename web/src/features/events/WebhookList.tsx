/** The webhooks, and everything an administrator does with one. */
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { everyRow, useApi, useSubmit } from '../../api/hooks';
import type { Pages } from '../../api/pages';
import { type Translate, useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { Badge, Button, ConfirmDialog, ConsoleList, csvText, useOpened } from '../../ui';
import { ReplayDialog } from './ReplayDialog';
import { RotateDialog } from './RotateDialog';
import { SecretDialog } from './SecretDialog';
import { useSaved } from './useSaved';
import { WebhookDialog } from './WebhookDialog';
import { WebhookDrawer } from './WebhookDrawer';
import { ListWebhooks, RemoveWebhook, type Saved, TestWebhook, type Webhook } from './webhook';

type What = 'details' | 'add' | 'change' | 'rotate' | 'remove' | 'secret' | 'replay';

type WebhookListProps = { tenantId: string; webhooks: Pages<Webhook>; onDeliveries: (webhookId: string) => void };

export function WebhookList({ tenantId, webhooks, onDeliveries }: WebhookListProps) {
  const { t } = useText();
  const api = useApi();
  const { opened, open, close } = useOpened<What, Webhook>('details');
  const [secret, setSecret] = useState('');
  const test = useSubmit(TestWebhook);
  const tested = useSaved();
  const webhook = webhooks.rows?.find(({ id }) => id === opened.row?.id) ?? opened.row;
  const dialog = { open: opened.isOpen, onClose: close };
  const onSaved = (saved: Saved) => {
    setSecret(saved.secret ?? '');
    open(saved.secret === null ? 'details' : 'secret', saved.webhook);
  };

  return (
    <div className="flex flex-col gap-4">
      <ConsoleList
        label={t('events.webhooks')}
        words={consoleWords(t)}
        rows={webhooks.rows}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'name',
            header: t('events.name'),
            cell: ({ name }) => <span className="font-medium">{name}</span>,
          },
          {
            id: 'url',
            header: t('events.url'),
            cell: ({ url }) => <span className="text-sm [overflow-wrap:anywhere]">{hostOf(url)}</span>,
          },
          {
            id: 'company',
            header: t('events.company'),
            cell: ({ companyName }) => companyName ?? t('events.company.all'),
          },
          {
            id: 'state',
            header: t('events.state'),
            cell: (row) => <StateBadge webhook={row} />,
          },
        ]}
        onRowPress={(row) => open('details', row)}
        empty={{ title: t('events.webhooks.empty'), body: t('events.webhooks.emptyBody') }}
        exporting={{
          fileName: 'webhooks.csv',
          load: async () =>
            csvText(
              [
                { header: t('events.name'), text: (row: Webhook) => row.name },
                { header: t('events.url'), text: (row: Webhook) => row.url },
                { header: t('events.company'), text: (row: Webhook) => row.companyName ?? t('events.company.all') },
                {
                  header: t('events.types'),
                  text: (row: Webhook) => row.types.join(' ') || t('events.types.all'),
                },
                { header: t('events.state'), text: (row: Webhook) => stateText(t, row) },
                { header: t('events.waitingCount'), text: (row: Webhook) => String(row.waiting) },
                { header: t('events.parkedCount'), text: (row: Webhook) => String(row.parked) },
              ],
              await everyRow(async (cursor) => (await api.query(ListWebhooks, { tenantId, cursor })).listWebhooks),
            ),
          failure: (error) => errorText(t, error),
        }}
        actions={
          <Button onPress={() => open('add', null)} icon={<Plus aria-hidden className="size-4.5" />}>
            {t('events.add')}
          </Button>
        }
        failure={
          webhooks.error && {
            title: t('events.webhooks.loadFailed'),
            body: errorText(t, webhooks.error),
            onRetry: webhooks.retry,
            retrying: webhooks.isRetrying,
          }
        }
        links={webhooks.links}
        onTurn={webhooks.turn}
        turning={webhooks.isTurning}
      />
      {webhook && opened.kind === 'details' && (
        <WebhookDrawer
          key={opened.serial}
          {...dialog}
          webhook={webhook}
          failure={tested.failure?.text}
          isTesting={test.isPending}
          onTest={() => {
            const sent = t('events.test.done', { name: webhook.name });
            void tested.run(() => test.mutateAsync({ tenantId, webhookId: webhook.id }), sent);
          }}
          onDeliveries={() => {
            close();
            onDeliveries(webhook.id);
          }}
          onDo={(what) => open(what, webhook)}
        />
      )}
      {opened.kind === 'add' && (
        <WebhookDialog key={opened.serial} {...dialog} tenantId={tenantId} webhook={null} onSaved={onSaved} />
      )}
      {opened.row && opened.kind === 'change' && (
        <WebhookDialog key={opened.serial} {...dialog} tenantId={tenantId} webhook={opened.row} onSaved={onSaved} />
      )}
      {webhook && opened.kind === 'rotate' && (
        <RotateDialog key={opened.serial} {...dialog} tenantId={tenantId} webhook={webhook} onSaved={onSaved} />
      )}
      {webhook && opened.kind === 'replay' && (
        <ReplayDialog key={opened.serial} {...dialog} tenantId={tenantId} webhook={webhook} />
      )}
      {opened.row && opened.kind === 'secret' && (
        <SecretDialog
          key={opened.serial}
          open={opened.isOpen}
          onClose={() => {
            setSecret('');
            open('details', opened.row);
          }}
          webhook={opened.row}
          secret={secret}
        />
      )}
      {webhook && opened.kind === 'remove' && (
        <RemoveQuestion key={opened.serial} {...dialog} tenantId={tenantId} webhook={webhook} />
      )}
    </div>
  );
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

function stateText(t: Translate, { isEnabled, goneAt, parked }: Webhook): string {
  if (!isEnabled) return t(goneAt ? 'events.gone' : 'events.off');
  return parked > 0 ? t('events.parked', { count: parked }) : t('events.on');
}

function StateBadge({ webhook }: { webhook: Webhook }) {
  const { t } = useText();
  const problem = webhook.parked > 0 ? 'bad' : 'ok';
  return <Badge tone={webhook.isEnabled ? problem : 'warn'}>{stateText(t, webhook)}</Badge>;
}

type RemoveQuestionProps = { open: boolean; onClose: () => void; tenantId: string; webhook: Webhook };

function RemoveQuestion({ open, onClose, tenantId, webhook }: RemoveQuestionProps) {
  const { t } = useText();
  const remove = useSubmit(RemoveWebhook);
  const { run, failure } = useSaved();
  const { id, name, version } = webhook;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('events.remove.title', { name })}
      body={t('events.remove.body')}
      confirmLabel={t('events.remove')}
      cancelLabel={t('app.cancel')}
      onConfirm={async () => {
        const change = () => remove.mutateAsync({ tenantId, webhookId: id, version });
        if (!(await run(change, t('events.remove.done', { name })))) throw new Error('The question stays open.');
      }}
    >
      {failure && <p role="alert">{failure.text}</p>}
    </ConfirmDialog>
  );
}

/** One provider in full: whom it is for, what to register there, and whether it answers. */

import { Copy, Pencil, Trash2 } from 'lucide-react';
import { useMayChange } from '../../api/console-rights';
import { useText } from '../../i18n';
import { Button, DetailsDrawer, IconButton, toast } from '../../ui';
import { UpstreamTest, useUpstreamTest } from './UpstreamReport';
import type { Upstream } from './upstream';

type UpstreamDrawerProps = {
  open: boolean;
  onClose: () => void;
  tenantId: string;
  upstream: Upstream;
  place: string;
  onDo: (what: 'change' | 'remove') => void;
};

export function UpstreamDrawer({ open, onClose, tenantId, upstream, place, onDo }: UpstreamDrawerProps) {
  const { t } = useText();
  const mayChange = useMayChange();
  const test = useUpstreamTest(tenantId, upstream.issuer);
  const icon = { 'aria-hidden': true, className: 'size-4.5' } as const;
  const { mailDomains } = upstream;
  return (
    <DetailsDrawer
      open={open}
      onClose={onClose}
      title={upstream.name}
      groups={[
        {
          title: t('upstreams.who'),
          facts: [
            { label: t('upstreams.place'), value: place },
            {
              label: t('upstreams.domains'),
              value: mailDomains.length > 0 ? mailDomains.join(', ') : t('upstreams.noDomainsLong'),
            },
          ],
        },
        {
          title: t('upstreams.there'),
          facts: [
            { label: t('upstreams.issuer'), value: <Address text={upstream.issuer} /> },
            { label: t('upstreams.clientId'), value: <Address text={upstream.clientId} /> },
            {
              label: t('upstreams.secret'),
              value: upstream.hasSecret ? t('upstreams.secret.kept') : t('upstreams.secret.none'),
            },
          ],
        },
        {
          title: t('upstreams.register'),
          facts: [
            {
              label: t('upstreams.redirectUri'),
              value: <Copied text={upstream.redirectUri} label={t('upstreams.copyRedirectUri')} />,
            },
            {
              label: t('upstreams.signedOutUri'),
              value: <Copied text={upstream.postLogoutRedirectUri} label={t('upstreams.copySignedOutUri')} />,
            },
          ],
        },
      ]}
      footer={
        mayChange && (
          <div className="flex flex-wrap justify-end gap-2.5">
            <Button variant="secondary" onPress={() => onDo('remove')} icon={<Trash2 {...icon} />}>
              {t('upstreams.remove')}
            </Button>
            <Button onPress={() => onDo('change')} icon={<Pencil {...icon} />}>
              {t('upstreams.change')}
            </Button>
          </div>
        )
      }
    >
      <UpstreamTest test={test} />
    </DetailsDrawer>
  );
}

function Address({ text }: { text: string }) {
  return <span className="[overflow-wrap:anywhere]">{text}</span>;
}

function Copied({ text, label }: { text: string; label: string }) {
  const { t } = useText();
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => toast(t('app.copied'), { tone: 'ok' }),
      () => toast(t('app.copyFailed'), { tone: 'error' }),
    );
  return (
    <span className="flex items-start gap-2">
      <Address text={text} />
      <IconButton size="sm" label={label} onPress={copy} icon={<Copy aria-hidden className="size-4" />} />
    </span>
  );
}

/** The tenant's list of applications on an administrator's home: its heading, each application, and who may, a way to change them. */
import { useQuery } from '@tanstack/react-query';
import { AppWindow, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/error';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Badge, Button, Card, EmptyState, ErrorState, IconButton, IconTile, SkeletonList } from '../../ui';
import { ApplicationEditor } from './ApplicationEditor';
import { type Application, addressOf, type Code, centralOptions, codes, iconOfCode, listOptions } from './application';
import type { ShownFields } from './fields';
import { HeadingEditor } from './HeadingEditor';

/** What lies over the list. `serial` gives each opening a fresh form. */
type Opened = { what: Code | 'heading'; isOpen: boolean; serial: number };

export function ApplicationsAdmin({ tenantId, shows }: { tenantId: string; shows: ShownFields }) {
  const { t } = useText();
  const api = useApi();
  const list = useQuery(listOptions(api, tenantId));
  const mayEdit = useQuery(centralOptions(api, tenantId)).data?.canEdit === true;
  const [opened, setOpened] = useState<Opened>({ what: 'heading', isOpen: false, serial: 0 });
  const open = (what: Opened['what']) => setOpened(({ serial }) => ({ what, isOpen: true, serial: serial + 1 }));
  const close = () => setOpened((before) => ({ ...before, isOpen: false }));

  // While applications are not shown there is no list, not even for administrators.
  const isOff = list.error instanceof ApiError && list.error.code === 'NOT_FOUND';
  const found = (code: string) => list.data?.results.find((application) => application.code === code) ?? null;
  const dialog = { open: opened.isOpen, onClose: close, tenantId };
  return (
    <Card
      title={list.data && !isOff ? list.data.applicationTitle : t('applications.admin.title')}
      description={list.data && !isOff ? t('applications.admin.lead') : undefined}
      action={
        list.data &&
        mayEdit && (
          <IconButton
            size="sm"
            label={t('applications.heading.edit')}
            icon={<Pencil aria-hidden className="size-4.5" />}
            onPress={() => open('heading')}
          />
        )
      }
    >
      {list.isPending && <SkeletonList rows={5} />}
      {isOff && (
        <EmptyState icon={<AppWindow />} title={t('applications.off.title')} body={t('applications.off.body')} />
      )}
      {list.isError && !isOff && (
        <ErrorState
          title={t('applications.loadFailed')}
          body={errorText(t, list.error, 'failed.applicationData')}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.data && !isOff && (
        <ul className="-mb-3 divide-y divide-line border-t border-line">
          {codes.map((code) => (
            <li key={code}>
              <Row code={code} application={found(code)} {...(mayEdit && { onEdit: () => open(code) })} />
            </li>
          ))}
        </ul>
      )}
      {list.data && opened.what === 'heading' && (
        <HeadingEditor key={opened.serial} {...dialog} title={list.data.applicationTitle} version={list.data.version} />
      )}
      {list.data && opened.what !== 'heading' && (
        <ApplicationEditor
          key={opened.serial}
          {...dialog}
          shows={shows}
          code={opened.what}
          application={found(opened.what)}
          version={list.data.version}
        />
      )}
    </Card>
  );
}

type RowProps = { code: Code; application: Application | null; onEdit?: () => void };

function Row({ code, application, onEdit }: RowProps) {
  const { t } = useText();
  const name = application?.name ?? t(`applications.code.${code}`);
  return (
    <div className="flex items-center gap-4 py-3">
      <IconTile icon={iconOfCode(code)} size="sm" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium">{name}</span>
          <span className="text-sm text-sub">{code}</span>
          {application?.plan && <Badge>{application.plan}</Badge>}
        </p>
        <p className="text-sm text-sub [overflow-wrap:anywhere]">
          {application ? addressOf(application) : t('applications.notSetUp')}
        </p>
        {application?.pricing && <p className="text-sm text-sub">{application.pricing}</p>}
      </div>
      {onEdit &&
        (application ? (
          <IconButton
            size="sm"
            label={t('applications.editNamed', { name })}
            icon={<Pencil aria-hidden className="size-4.5" />}
            onPress={onEdit}
          />
        ) : (
          <Button
            size="sm"
            variant="secondary"
            onPress={onEdit}
            aria-label={t('applications.addNamed', { name })}
            icon={<Plus aria-hidden className="size-4.5" />}
          >
            {t('applications.add')}
          </Button>
        ))}
    </div>
  );
}

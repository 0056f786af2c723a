/** What is the same for all companies: the logo in the header, and how long people who left keep their papers. */

import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useMayChange } from '../../api/console-rights';
import { toBase64 } from '../../api/file';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, Card, ErrorState, FactList, NumberField, SkeletonList, useOpened } from '../../ui';
import { companiesKey, EditTenant, RemoveTenantLogo, SetTenantLogo, type Tenant, TenantSetup } from './companies';
import { EditDialog } from './EditDialog';
import { RemoveQuestion } from './RemoveQuestion';
import { useSaved } from './useSaved';

const icon = { 'aria-hidden': true, className: 'size-4.5' } as const;

export function TenantCard({ tenantId }: { tenantId: string }) {
  const { t } = useText();
  const mayChange = useMayChange();
  const api = useApi();
  const { opened, open, close } = useOpened<'months' | 'logo', Tenant>('months');
  const setup = useQuery({
    queryKey: [companiesKey, 'tenant', tenantId],
    queryFn: async ({ signal }) => (await api.query(TenantSetup, { tenantId }, signal)).tenantSetup,
  });
  const remove = useSubmit(RemoveTenantLogo);
  const tenant = setup.data;
  return (
    <Card title={t('companies.tenant')} description={t('companies.tenant.lead')}>
      {setup.isPending && <SkeletonList rows={2} />}
      {setup.error && !tenant && (
        <ErrorState
          title={t('companies.loadFailed')}
          body={errorText(t, setup.error)}
          onRetry={() => void setup.refetch()}
          retrying={setup.isFetching}
        />
      )}
      {tenant && (
        <FactList
          facts={[
            {
              label: t('companies.logo'),
              value: <Logo tenantId={tenantId} tenant={tenant} onRemove={() => open('logo', tenant)} />,
            },
            {
              label: t('companies.leavers'),
              value: (
                <span className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
                  {tenant.leaverAccessMonths === 0
                    ? t('companies.leavers.none')
                    : t('companies.leavers.months', { count: tenant.leaverAccessMonths })}
                  {mayChange && (
                    <Button
                      size="sm"
                      variant="secondary"
                      onPress={() => open('months', tenant)}
                      icon={<Pencil {...icon} />}
                      aria-label={t('companies.leavers.edit')}
                    >
                      {t('companies.edit')}
                    </Button>
                  )}
                </span>
              ),
            },
          ]}
        />
      )}
      {opened.row && opened.kind === 'months' && (
        <LeaversDialog
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          tenantId={tenantId}
          tenant={opened.row}
        />
      )}
      {opened.kind === 'logo' && (
        <RemoveQuestion
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          title={t('companies.logo.remove.title')}
          body={t('companies.logo.remove.body')}
          done={t('companies.logo.removed')}
          remove={() => remove.mutateAsync({ tenantId })}
        />
      )}
    </Card>
  );
}

type LogoProps = { tenantId: string; tenant: Tenant; onRemove: () => void };

function Logo({ tenantId, tenant, onRemove }: LogoProps) {
  const { t } = useText();
  const mayChange = useMayChange();
  const save = useSubmit(SetTenantLogo);
  const { run, failure } = useSaved(() => undefined);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-col items-end gap-3">
      {tenant.logoUrl ? (
        <span className="w-fit rounded-lg border border-line bg-surface p-3">
          <img src={tenant.logoUrl} alt={t('companies.logo.alt')} className="max-h-12 max-w-48" />
        </span>
      ) : (
        <span>{t('companies.logo.none')}</span>
      )}
      <span className="text-sm text-sub">{t('companies.logo.hint')}</span>
      {mayChange && (
        <span className="flex flex-wrap justify-end gap-2.5">
          <input
            ref={input}
            type="file"
            accept="image/png"
            className="sr-only"
            tabIndex={-1}
            aria-label={t('companies.logo.upload')}
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = '';
              if (!file) return;
              const send = async () => save.mutateAsync({ tenantId, fileString: await toBase64(file) });
              void run(send, t('companies.logo.saved'));
            }}
          />
          <Button
            size="sm"
            variant="secondary"
            pending={save.isPending}
            onPress={() => input.current?.click()}
            icon={<Upload {...icon} />}
          >
            {t('companies.logo.upload')}
          </Button>
          {tenant.logoUrl && (
            <Button size="sm" variant="secondary" onPress={onRemove} icon={<Trash2 {...icon} />}>
              {t('companies.logo.remove')}
            </Button>
          )}
        </span>
      )}
      {failure && (
        <p role="alert" className="text-sm font-medium text-bad-ink">
          {failure.text}
        </p>
      )}
    </div>
  );
}

type LeaversDialogProps = { open: boolean; onClose: () => void; tenantId: string; tenant: Tenant };

function LeaversDialog({ open, onClose, tenantId, tenant }: LeaversDialogProps) {
  const { t } = useText();
  const save = useSubmit(EditTenant);
  const [base, setBase] = useState(tenant);
  const [months, setMonths] = useState<number | null>(tenant.leaverAccessMonths);
  const [isTried, setTried] = useState(false);
  const saved = useSaved(onClose);
  function saveOnto(version: string): void {
    setTried(true);
    if (months === null) return;
    void saved.run(
      () => save.mutateAsync({ tenantId, version, leaverAccessMonths: months }),
      t('companies.leavers.done'),
    );
  }
  return (
    <EditDialog<Tenant>
      open={open}
      onClose={onClose}
      title={t('companies.leavers')}
      formId="companies-leavers"
      submitLabel={t('companies.save')}
      pending={save.isPending}
      isDirty={months !== base.leaverAccessMonths}
      size="sm"
      saved={saved}
      fields={['leaverAccessMonths']}
      onSubmit={() => saveOnto(base.version)}
      rows={(theirs) => [
        {
          label: t('companies.leavers.field'),
          theirs: String(theirs.leaverAccessMonths),
          mine: String(months ?? ''),
        },
      ]}
      onKeepMine={({ version }) => saveOnto(version)}
      onTakeTheirs={(theirs) => {
        setBase({ ...base, ...theirs });
        setMonths(theirs.leaverAccessMonths);
      }}
    >
      <NumberField
        label={t('companies.leavers.field')}
        description={t('companies.leavers.hint')}
        value={months}
        onChange={(value) => {
          saved.setFailure(null);
          setMonths(value);
        }}
        min={0}
        max={120}
        step={1}
        error={saved.at('leaverAccessMonths') ?? (isTried && months === null ? t('kit.required') : undefined)}
        required
      />
    </EditDialog>
  );
}

/** What the next batch would have, and the button that makes it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMayChange } from '../../api/console-rights';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, Card, ConfirmDialog, EmptyState, ErrorState, Skeleton } from '../../ui';
import { Create, handoverKey, type PayrollCompany, Preview } from './handover';
import { TotalsTable } from './TotalsTable';
import { useDone } from './useDone';

export function NextBatch({ tenantId, company }: { tenantId: string; company: PayrollCompany }) {
  const { t } = useText();
  const api = useApi();
  const mayChange = useMayChange();
  const [isAsked, setAsked] = useState(false);
  const create = useSubmit(Create);
  const { run, failure } = useDone();
  const at = { tenantId, companyId: company.id };
  const preview = useQuery({
    queryKey: [handoverKey, 'preview', at],
    queryFn: async ({ signal }) => (await api.query(Preview, at, signal)).handoverPreview,
  });
  const found = preview.data;
  const count = found?.totals.reduce((sum, { changes }) => sum + changes, 0) ?? 0;
  return (
    <Card
      title={t('handover.next')}
      description={found && count > 0 ? t('handover.next.people', { count: found.employees }) : undefined}
      action={
        mayChange && count > 0 && <Button onPress={() => setAsked(true)}>{t('handover.create', { count })}</Button>
      }
    >
      {preview.isPending && <Skeleton className="h-24" />}
      {preview.error && (
        <ErrorState
          title={t('handover.loadFailed')}
          body={errorText(t, preview.error)}
          onRetry={() => void preview.refetch()}
          retrying={preview.isFetching}
        />
      )}
      {found && count === 0 && <EmptyState title={t('handover.next.none')} body={t('handover.next.none.body')} />}
      {found && count > 0 && <TotalsTable label={t('handover.next')} totals={found.totals} before={found.previous} />}
      {found && found.onHold > 0 && (
        <p className="mt-4 text-sm text-sub">{t('handover.onHold', { count: found.onHold })}</p>
      )}
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('handover.create.title', { company: company.name })}
        body={t('handover.create.body', { count })}
        confirmLabel={t('handover.create', { count })}
        cancelLabel={t('app.cancel')}
        tone="primary"
        onConfirm={async () => {
          if (!(await run(() => create.mutateAsync(at), t('handover.create.done'))))
            throw new Error('The question stays open.');
        }}
      >
        {failure && <p role="alert">{failure}</p>}
      </ConfirmDialog>
    </Card>
  );
}

/** How forms are delivered: paper until the person consents, with everything the law wants told before. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Actor, may } from '../../api/actor';
import { ApiError } from '../../api/error';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import {
  Badge,
  Button,
  Card,
  CheckboxField,
  ConfirmDialog,
  Dialog,
  ErrorState,
  type FocusTarget,
  Notice,
  SkeletonList,
  toast,
} from '../../ui';
import { Consent, type Delivery, ReadDelivery, taxReturnsKey, Withdraw } from './forms';

export function DeliveryCard({ actor }: { actor: Actor }) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId, employeeId } = actor;
  const delivery = useQuery({
    queryKey: [taxReturnsKey, 'delivery', tenantId, companyId, employeeId],
    queryFn: async ({ signal }) =>
      (await api.query(ReadDelivery, { tenantId, companyId, employeeId: employeeId ?? '' }, signal)).taxFormDelivery,
  });
  return (
    <Card title={t('taxReturns.delivery.title')}>
      {delivery.isPending && <SkeletonList rows={2} />}
      {delivery.isError && !delivery.data && (
        <ErrorState
          title={t('taxReturns.failed.delivery')}
          body={errorText(t, delivery.error)}
          onRetry={() => void delivery.refetch()}
          retrying={delivery.isFetching}
        />
      )}
      {delivery.data && <Choice actor={actor} delivery={delivery.data} />}
    </Card>
  );
}

type Opened = { asks: 'consent' | 'withdraw' | null; serial: number };

function Choice({ actor, delivery }: { actor: Actor; delivery: Delivery }) {
  const { t } = useText();
  const format = useFormat();
  // Each opening is a fresh dialog: a box that was ticked for an earlier consent is no consent.
  const [opened, setOpened] = useState<Opened>({ asks: null, serial: 0 });
  const close = () => setOpened(({ serial }) => ({ asks: null, serial }));
  const isElectronic = delivery.method === 'ELECTRONIC';
  const mayChoose = may(actor, 'employee:taxes.write');
  return (
    <div className="flex flex-col items-start gap-4">
      <Badge tone={isElectronic ? 'ok' : 'neutral'} dot>
        {t(isElectronic ? 'taxReturns.delivery.electronic' : 'taxReturns.delivery.paper')}
      </Badge>
      <p className="text-sub text-pretty">
        {t(isElectronic ? 'taxReturns.delivery.electronicBody' : 'taxReturns.delivery.paperBody')}
      </p>
      {delivery.changedAt && (
        <p className="text-sm text-sub tabular-nums">
          {t('taxReturns.delivery.since', { day: format.dayOf(delivery.changedAt, actor.timeZone) })}
        </p>
      )}
      <Button
        variant={isElectronic ? 'secondary' : 'primary'}
        disabledReason={mayChoose ? undefined : t('taxReturns.delivery.forbidden')}
        onPress={() => setOpened(({ serial }) => ({ asks: isElectronic ? 'withdraw' : 'consent', serial: serial + 1 }))}
      >
        {t(isElectronic ? 'taxReturns.withdraw.open' : 'taxReturns.consent.open')}
      </Button>
      <ConsentDialog
        key={`consent ${opened.serial}`}
        actor={actor}
        delivery={delivery}
        open={opened.asks === 'consent'}
        onClose={close}
      />
      <WithdrawDialog
        key={`withdraw ${opened.serial}`}
        actor={actor}
        delivery={delivery}
        open={opened.asks === 'withdraw'}
        onClose={close}
      />
    </div>
  );
}

type DialogProps = { actor: Actor; delivery: Delivery; open: boolean; onClose: () => void };

/** What electronic delivery means, in the order the regulation lists it. */
const disclosures = ['paper', 'scope', 'withdraw', 'ends', 'contact', 'needs', 'until'] as const;

function useChosen(onClose: () => void) {
  const { t } = useText();
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: [taxReturnsKey, 'delivery'] });
  return {
    onSuccess: async () => {
      await refresh();
      toast(t('taxReturns.delivery.saved'), { tone: 'ok' });
      onClose();
    },
    // Someone (this person, elsewhere) was faster, or the text is new: show the current state.
    onError: (error: Error) => {
      if (error instanceof ApiError && ['CONFLICT', 'DISCLOSURE_CHANGED'].includes(error.code)) void refresh();
    },
  };
}

function ConsentDialog({ actor, delivery, open, onClose }: DialogProps) {
  const { t } = useText();
  const [hasRead, setHasRead] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const box = useRef<FocusTarget>(null);
  const submit = useSubmit(Consent);
  const chosen = useChosen(onClose);
  const { tenantId, companyId, employeeId } = actor;
  const { version, disclosure } = delivery;
  const consent = () => {
    setMissing(!hasRead);
    // It lies below everything there is to read.
    if (!hasRead) box.current?.focus();
    if (hasRead) submit.mutate({ tenantId, companyId, employeeId: employeeId ?? '', version, disclosure }, chosen);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('taxReturns.consent.title')}
      description={t('taxReturns.consent.lead')}
      footer={
        <>
          <Button variant="secondary" onPress={onClose}>
            {t('taxReturns.cancel')}
          </Button>
          <Button onPress={consent} pending={submit.isPending}>
            {t('taxReturns.consent.submit')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {submit.isError && <Notice tone="bad">{errorText(t, submit.error, 'taxReturns.failed.choose')}</Notice>}
        <dl className="flex flex-col gap-4">
          {disclosures.map((id) => (
            <div key={id}>
              <dt className="font-semibold">{t(`taxReturns.disclosure.title.${id}`)}</dt>
              <dd className="text-sub text-pretty">{t(`taxReturns.disclosure.body.${id}`)}</dd>
            </div>
          ))}
        </dl>
        <CheckboxField
          ref={box}
          label={t('taxReturns.consent.read')}
          value={hasRead}
          onChange={(read) => {
            setHasRead(read);
            setMissing(false);
          }}
          error={isMissing ? t('taxReturns.consent.readFirst') : undefined}
        />
      </div>
    </Dialog>
  );
}

function WithdrawDialog({ actor, delivery, open, onClose }: DialogProps) {
  const { t } = useText();
  const submit = useSubmit(Withdraw);
  const chosen = useChosen(onClose);
  const { tenantId, companyId, employeeId } = actor;
  const variables = { tenantId, companyId, employeeId: employeeId ?? '', version: delivery.version };
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('taxReturns.withdraw.title')}
      confirmLabel={t('taxReturns.withdraw.submit')}
      tone="primary"
      onConfirm={() => submit.mutateAsync(variables, chosen)}
    >
      <p>{t('taxReturns.withdraw.body')}</p>
      {submit.isError && <Notice tone="bad">{errorText(t, submit.error, 'taxReturns.failed.choose')}</Notice>}
    </ConfirmDialog>
  );
}

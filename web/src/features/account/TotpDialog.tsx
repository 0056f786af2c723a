/** Setting up an authenticator app: scan or type the key, prove it with a code, keep the recovery codes. */
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, CodeField, Dialog, ErrorState, Form, Loading, QrCode, Skeleton } from '../../ui';
import { useOutcome, useReloadAccount } from './account';
import { RecoveryCodes } from './RecoveryCodes';
import { useRefusal } from './refusal';

const BeginTotp = graphql(`mutation BeginTotp { beginTotp { ceremony secret uri qrPath qrSize } }`);

const ConfirmTotp = graphql(`
  mutation ConfirmTotp($ceremony: ID!, $code: String!) {
    confirmTotp(ceremony: $ceremony, code: $code) { recoveryCodes }
  }
`);

type TotpDialogProps = { open: boolean; onClose: () => void };

export function TotpDialog({ open, onClose }: TotpDialogProps) {
  const { t } = useText();
  const api = useApi();
  const formId = useId();
  const ceremonyId = useId();
  const outcome = useOutcome();
  const reload = useReloadAccount();
  const confirm = useSubmit(ConfirmTotp);
  const [code, setCode] = useState('');
  const refusal = useRefusal('code');
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  // A key is made once for each opening, and never kept.
  const setUp = useQuery({
    queryKey: ['totp set-up', ceremonyId],
    queryFn: async () => (await api.mutate(BeginTotp, {}, crypto.randomUUID())).beginTotp,
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

  async function submit({ ceremony }: { ceremony: string }): Promise<void> {
    refusal.forget();
    if (code === '') return refusal.tell(t('stepUp.missing.code'), 'code');
    try {
      const { confirmTotp } = await confirm.mutateAsync({ ceremony, code });
      setRecoveryCodes(confirmTotp.recoveryCodes);
    } catch (error) {
      setCode('');
      return refusal.explain(error);
    }
    await reload();
  }

  /** Told once the codes are kept: before that it would cover what they are kept with. */
  function finish(): void {
    outcome.done('account.totp.done');
    onClose();
  }

  if (recoveryCodes) return <RecoveryCodes open={open} onClose={finish} codes={recoveryCodes} />;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('account.totp.setUp')}
      description={t('account.totp.lead')}
      footer={
        <>
          <Button variant="secondary" onPress={onClose}>
            {t('app.cancel')}
          </Button>
          {setUp.data && (
            <Button type="submit" form={formId} pending={confirm.isPending} aria-label={t('account.totp.confirm')}>
              {t('account.totp.confirm')}
            </Button>
          )}
        </>
      }
    >
      {setUp.isPending && (
        <Loading>
          <div className="flex flex-col items-center gap-5">
            <Skeleton className="size-52" />
            <Skeleton className="h-11 w-full" />
          </div>
        </Loading>
      )}
      {setUp.isError && (
        <ErrorState
          title={t('account.totp.beginFailed')}
          body={errorText(t, setUp.error)}
          onRetry={() => void setUp.refetch()}
          retrying={setUp.isFetching}
        />
      )}
      {setUp.data && (
        <Form id={formId} onSubmit={() => void submit(setUp.data)} error={refusal.failure}>
          <Key setUp={setUp.data} />
          <CodeField label={t('account.totp.code')} value={code} onChange={setCode} error={refusal.errorOf('code')} />
        </Form>
      )}
    </Dialog>
  );
}

function Key({ setUp: { secret, uri, qrPath, qrSize } }: { setUp: ResultOf<typeof BeginTotp>['beginTotp'] }) {
  const { t } = useText();
  return (
    <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start sm:gap-6">
      <QrCode path={qrPath} size={qrSize} label={t('account.totp.qr')} />
      <div className="min-w-0 flex-1 text-sm text-sub">
        <p className="text-pretty">{t('account.totp.byHand')}</p>
        <p className="mt-2 font-semibold tracking-wider text-ink select-all [overflow-wrap:anywhere]">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </p>
        {/* No one can scan the screen of the phone they're holding. */}
        {uri.startsWith('otpauth://') && (
          <p className="mt-3">
            <a href={uri} className="focus-ring rounded-xs font-medium text-brand-ink underline underline-offset-3">
              {t('account.totp.openApp')}
            </a>
          </p>
        )}
      </div>
    </div>
  );
}

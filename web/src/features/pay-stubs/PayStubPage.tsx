/** /pay/paystub/{id}: one payday in full, to read, to print, to take along as a PDF, and to understand. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import type { Actor } from '../../api/actor';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { downloadText, errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Button, Card, ErrorState, Loading, PageHeader, Skeleton, savePdf, toast } from '../../ui';
import { StubChange } from './StubChange';
import { StubSheet } from './StubSheet';
import { StubStanding } from './StubStanding';
import { OpenStub, PrintStub, payStubsKey } from './stub';

type PayStubPageProps = { actor: Actor; id: string; historyHref: string };

export function PayStubPage({ actor, id, historyHref }: PayStubPageProps) {
  const { t, language } = useText();
  const format = useFormat();
  const api = useApi();
  const { tenantId, companyId, employeeId } = actor;
  const variables = { tenantId, companyId, employeeId: employeeId ?? '', paystubId: id, language };
  const stub = useQuery({
    queryKey: [payStubsKey, 'stub', variables],
    queryFn: async ({ signal }) => (await api.query(OpenStub, variables, signal)).employeePaystub,
  });
  const download = useMutation({
    mutationFn: async () => {
      const { paystubString } = (await api.query(PrintStub, variables)).employeePaystub;
      await savePdf(paystubString, t('payStubs.file', { day: stub.data?.details.checkDate ?? id }));
    },
    onSuccess: () => toast(t('payStubs.downloaded'), { tone: 'ok' }),
    onError: (error) => toast(downloadText(t, error, 'payStubs.failed.download'), { tone: 'error' }),
  });
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={stub.data ? t('payStubs.title', { day: format.day(stub.data.details.checkDate) }) : t('page.paystub')}
        description={
          stub.data &&
          t('payStubs.period', { days: format.dayRange(stub.data.details.periodBegin, stub.data.details.periodEnd) })
        }
        back={{ href: historyHref, label: t('payStubs.back') }}
        actions={
          stub.data && (
            <>
              <Button
                variant="secondary"
                icon={<Printer aria-hidden className="size-4.5" />}
                onPress={() => window.print()}
              >
                {t('payStubs.print')}
              </Button>
              <Button
                icon={<Download aria-hidden className="size-4.5" />}
                onPress={() => download.mutate()}
                pending={download.isPending}
              >
                {t('payStubs.download')}
              </Button>
            </>
          )
        }
      />
      {stub.isPending && <Pending />}
      {stub.isError && (
        <Card>
          <ErrorState
            title={t('payStubs.failed.stub')}
            body={errorText(t, stub.error)}
            onRetry={() => void stub.refetch()}
            retrying={stub.isFetching}
          />
        </Card>
      )}
      {stub.data && (
        <>
          <StubStanding stub={stub.data} stubHref={(other) => `${historyHref}/${other}`} />
          <StubSheet stub={stub.data} />
          <StubChange actor={actor} afterId={id} />
        </>
      )}
    </div>
  );
}

function Pending() {
  return (
    <Loading>
      <div className="grid gap-6 lg:grid-cols-2">
        {['summary', 'details', 'earnings', 'withheld'].map((part) => (
          <Card key={part}>
            <div className="flex flex-col gap-5 py-4">
              <Skeleton className="h-5 w-1/3" />
              <Skeleton className="h-4 w-full" />
              <Skeleton className="h-4 w-5/6" />
              <Skeleton className="h-4 w-2/3" />
            </div>
          </Card>
        ))}
      </div>
    </Loading>
  );
}

/** What a provider says about itself, check by check, before anyone signs in with it. */
import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, cx } from '../../ui';
import { type Report, TestUpstream } from './upstream';

/** A test of one issuer; another issuer needs another test. */
export function useUpstreamTest(tenantId: string, issuer: string) {
  const { t } = useText();
  const api = useApi();
  const [result, setResult] = useState<{ issuer: string; report: Report | null; failure: string | null } | null>(null);
  const [isRunning, setRunning] = useState(false);
  async function run(): Promise<void> {
    setRunning(true);
    try {
      const report = (await api.query(TestUpstream, { tenantId, issuer })).testUpstream;
      setResult({ issuer, report, failure: null });
    } catch (error) {
      setResult({ issuer, report: null, failure: errorText(t, error) });
    } finally {
      setRunning(false);
    }
  }
  return { run: () => void run(), isRunning, result: result?.issuer === issuer ? result : null };
}

type UpstreamTestProps = { test: ReturnType<typeof useUpstreamTest>; disabledReason?: string | undefined };

export function UpstreamTest({ test, disabledReason }: UpstreamTestProps) {
  const { t } = useText();
  const { result, isRunning, run } = test;
  return (
    <section aria-label={t('upstreams.test')} className="flex flex-col gap-3">
      <div>
        <Button variant="secondary" size="sm" onPress={run} pending={isRunning} disabledReason={disabledReason}>
          {t('upstreams.test')}
        </Button>
      </div>
      <div role="status">
        {result?.failure && <p className="text-sm text-bad-ink">{result.failure}</p>}
        {result?.report && <Checks report={result.report} />}
      </div>
    </section>
  );
}

function Checks({ report }: { report: Report }) {
  const { t } = useText();
  const checks = report.isReachable
    ? [
        { isGood: true, text: t('upstreams.test.reachable') },
        report.otherIssuer === null
          ? { isGood: true, text: t('upstreams.test.issuer') }
          : { isGood: false, text: t('upstreams.test.otherIssuer', { issuer: report.otherIssuer }) },
        report.keys > 0
          ? { isGood: true, text: t('upstreams.test.keys', { count: report.keys }) }
          : { isGood: false, text: t('upstreams.test.noKeys') },
        ...(report.isAuthorizationAllowed ? [] : [{ isGood: false, text: t('upstreams.test.notAllowed') }]),
      ]
    : [{ isGood: false, text: t('upstreams.test.unreachable') }];
  return (
    <div className="flex flex-col gap-2 rounded-xl border border-line p-4 text-sm">
      <p className="font-semibold">{report.isGood ? t('upstreams.test.good') : t('upstreams.test.bad')}</p>
      <ul className="flex flex-col gap-2">
        {checks.map(({ isGood, text }) => (
          <li key={text} className="flex items-start gap-2">
            {isGood ? (
              <CircleCheck aria-hidden className="mt-0.5 size-4 flex-none text-ok-ink" />
            ) : (
              <CircleX aria-hidden className="mt-0.5 size-4 flex-none text-bad-ink" />
            )}
            <span className={cx('[overflow-wrap:anywhere]', !isGood && 'font-medium')}>{text}</span>
          </li>
        ))}
      </ul>
      {report.isGood && (
        <p className="text-sub">{report.canSignOut ? t('upstreams.test.signOut') : t('upstreams.test.noSignOut')}</p>
      )}
    </div>
  );
}

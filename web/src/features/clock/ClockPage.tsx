/** /time/swipeclock: our own clock with the hours of the pay period, or the way to the company's clock at a vendor. */
import { type Actor, may } from '../../api/actor';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Card, ErrorState, Notice, PageHeader, SkeletonList } from '../../ui';
import { ClockPanel } from './ClockPanel';
import { TimeCardSection } from './TimeCardSection';
import { useClock } from './useClock';
import { VendorClock } from './VendorClock';

type ClockPageProps = {
  actor: Actor;
  timeHref: string;
  /** On a phone's app one punches only with a permission of its own. */
  isNative: boolean;
};

export function ClockPage({ actor, timeHref, isNative }: ClockPageProps) {
  const { t } = useText();
  const isSupported = !isNative || may(actor, 'employee:time:mobile:punch');
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('page.timeClock')}
        description={t('clock.lead')}
        back={{ href: timeHref, label: t('page.time') }}
      />
      {isSupported ? <Supported actor={actor} /> : <Notice tone="warn">{t('timeFeatureNotAvailable')}</Notice>}
    </div>
  );
}

function Supported({ actor }: { actor: Actor }) {
  const { t } = useText();
  const clock = useClock(actor);
  // Without a network what was last known stays: one can punch on.
  if (clock.isError && !clock.data)
    return (
      <Card>
        <ErrorState
          title={t('clock.loadFailed')}
          body={errorText(t, clock.error)}
          onRetry={() => void clock.refetch()}
          retrying={clock.isFetching}
        />
      </Card>
    );
  if (clock.data?.vendorName) return <VendorClock actor={actor} as="employee" />;
  return (
    <>
      <Card title={t('clock.now')}>
        {clock.data ? (
          <ClockPanel actor={actor} clock={clock.data} asOf={clock.dataUpdatedAt} />
        ) : (
          <SkeletonList rows={2} />
        )}
      </Card>
      <TimeCardSection actor={actor} />
    </>
  );
}

/** /manager/timeclock: corrections that wait for this manager, who is at work, and what was reported late; or the way to the vendor's clock. */
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { PageHeader } from '../../ui';
import { CorrectionQueue } from './CorrectionQueue';
import { LatePunches } from './LatePunches';
import { TeamClock } from './TeamClock';
import { useVendor } from './useVendor';
import { VendorClock } from './VendorClock';

export function ManagerClockPage({ actor }: { actor: Actor }) {
  const { t } = useText();
  const vendor = useVendor(actor, 'manager');
  const isOurs = vendor.data && !vendor.data.getEeTimeClkVendorIntegrationDetails;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.timeClock')} description={t('clock.team.lead', { company: actor.companyName })} />
      {isOurs ? (
        <>
          <CorrectionQueue actor={actor} />
          <TeamClock actor={actor} />
          <LatePunches actor={actor} />
        </>
      ) : (
        <VendorClock actor={actor} as="manager" />
      )}
    </div>
  );
}

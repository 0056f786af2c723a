/** /manager/disbursements and /manager/employees/change-requests: requests of one kind that wait for this manager, and those
 * decided. */
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { PageHeader } from '../../ui';
import { DecidedRequests } from './DecidedRequests';
import { type RequestKind, RequestsList } from './RequestsList';

export function RequestsPage({ actor, kind }: { actor: Actor; kind: RequestKind }) {
  const { t } = useText();
  const isAboutAccounts = kind === 'direct_deposit';
  const title = t(isAboutAccounts ? 'page.managerDisbursements' : 'page.changeRequests');
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={title}
        description={t(isAboutAccounts ? 'requests.lead' : 'changes.lead', { company: actor.companyName })}
      />
      <RequestsList actor={actor} kind={kind} label={title} />
      <DecidedRequests actor={actor} kind={kind} />
    </div>
  );
}

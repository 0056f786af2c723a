/** An administrator's home: who they are, and what they can open today. */
import { ShieldCheck } from 'lucide-react';
import { useText } from '../../i18n';
import { Card, PageHeader } from '../../ui';
import { useViewer } from '../session/viewer';

export default function AdminHomePage() {
  const { t } = useText();
  const { firstName, email, tenantName } = useViewer();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('home.hello', { name: firstName })} description={t('home.signedInAs', { email })} />
      <Card className="max-w-2xl">
        <div className="flex flex-col gap-4 pt-1 sm:flex-row">
          <span
            aria-hidden
            className="grid size-12 flex-none place-items-center rounded-full bg-brand-soft text-brand-soft-ink"
          >
            <ShieldCheck className="size-6" strokeWidth={1.75} />
          </span>
          <div>
            <h2 className="text-lg font-semibold tracking-tight">{t('home.admin.title', { tenant: tenantName })}</h2>
            <p className="mt-1 text-sub text-pretty">{t('home.admin.body')}</p>
          </div>
        </div>
      </Card>
    </div>
  );
}

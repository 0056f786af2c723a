/** The home of someone who left: what they may still open, until when, and how to keep signing in. Its texts come with it. */
import { ChevronRight, FileText, type LucideIcon, ReceiptText, ScrollText } from 'lucide-react';
import { type TextKey, useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Card, EmptyState, IconTile, Link, LinkButton, Notice, PageHeader } from '../../ui';
import { isPageEnabled } from '../catalogue/catalogue';
import { useCatalogue } from '../catalogue/useCatalogue';
import { paths } from '../paths';
import type { ViewerCompany } from '../session/viewer';

type Left = { feature: string; href: string; icon: LucideIcon; title: TextKey; body: TextKey };

const left: readonly Left[] = [
  {
    feature: 'paystubs',
    href: paths.payHistory(),
    icon: ReceiptText,
    title: 'page.payHistory',
    body: 'home.former.payStubs',
  },
  { feature: 'w2', href: paths.w2(), icon: FileText, title: 'page.w2', body: 'home.former.w2' },
  { feature: 'taxes', href: paths.taxes(), icon: ScrollText, title: 'page.taxes', body: 'home.former.taxes' },
];

export default function FormerHome({ company, greeting }: { company: ViewerCompany; greeting: string }) {
  const { t } = useText();
  const format = useFormat();
  const catalogue = useCatalogue();
  const open = left.filter(({ feature }) => isPageEnabled(catalogue, feature));
  const day = format.day(company.employmentEndedOn ?? company.today);
  const until = format.day(company.openThrough ?? company.today);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={greeting} description={t('home.former.lead', { company: company.companyName, day, until })} />
      <Notice
        title={t('home.former.email.title')}
        action={
          <LinkButton href={paths.accountSettings()} variant="secondary" size="sm">
            {t('home.former.email.open')}
          </LinkButton>
        }
        className="max-w-2xl"
      >
        {t('home.former.email.body')}
      </Notice>
      {open.length === 0 && (
        <Card className="max-w-2xl">
          <EmptyState title={t('home.empty.title')} body={t('home.empty.body')} />
        </Card>
      )}
      {open.length > 0 && (
        <Card flush className="max-w-2xl">
          <ul aria-label={t('home.former.list')} className="divide-y divide-line px-2">
            {open.map(({ href, icon, title, body }) => (
              <li key={href} className="py-1">
                <Link
                  href={href}
                  variant="plain"
                  className="group flex min-h-14 items-center gap-4 rounded-lg px-3 py-2 transition-colors hover:bg-hover"
                >
                  <IconTile icon={icon} size="sm" />
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium">{t(title)}</span>
                    <span className="block text-sm text-sub text-pretty">{t(body)}</span>
                  </span>
                  <ChevronRight aria-hidden className="size-4.5 flex-none text-sub" />
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

/** Invitations and other links mailed to someone, and what became of them. */
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { textOr } from '../../i18n/known';
import { type Account, ownTimeZone } from './account';

type SentLink = Account['sentLinks'][number];

export function SentLinks({ links }: { links: readonly SentLink[] }) {
  const { t } = useText();
  const format = useFormat();
  if (links.length === 0) return null;
  const fate = ({ usedAt, expiresAt }: SentLink) => {
    if (usedAt) return t('employment.account.link.closed', { when: format.instant(usedAt, ownTimeZone) });
    return t('employment.account.link.until', { when: format.instant(expiresAt, ownTimeZone) });
  };
  return (
    <div>
      <h4 className="mb-2 text-sm font-semibold">{t('employment.account.links')}</h4>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {links.map((link) => (
          <li key={`${link.kind} ${link.sentAt} ${link.sentTo}`} className="px-4 py-3 text-sm">
            <span className="block font-medium">
              {textOr(t, `employment.account.link.${link.kind}`, t('employment.account.link'))}
            </span>
            <span className="block break-words text-sub">
              {[link.sentTo, format.instant(link.sentAt, ownTimeZone), fate(link)].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the company points its people to, one under the other: where it leads, and what it is. */
import { ExternalLink, FileText, Link as LinkIcon } from 'lucide-react';
import { Link } from '../../ui';

export type Entry = { id: string; name: string; description: string; href: string | null; isDocument: boolean };

/** A company's own link beside its resources. */
export const linkEntry = ({ name, url }: { name: string; url: string }): Entry => ({
  id: `link ${name}`,
  name,
  description: '',
  href: url,
  isDocument: false,
});

export function ResourceEntries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className="-my-2.5 divide-y divide-line">
      {entries.map((entry) => (
        <li key={entry.id} className="flex items-start gap-3 py-2.5">
          <EntryIcon entry={entry} />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <EntryName entry={entry} />
            {entry.description && <span className="block text-sm text-sub">{entry.description}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

const leadsOutside = ({ href }: Entry) => href !== null && !href.startsWith('/');

function EntryIcon({ entry }: { entry: Entry }) {
  const Icon = entry.isDocument ? FileText : leadsOutside(entry) ? ExternalLink : LinkIcon;
  return <Icon aria-hidden className="mt-1 size-4 flex-none text-sub" />;
}

function EntryName({ entry }: { entry: Entry }) {
  if (entry.href === null) return <span className="block font-medium">{entry.name}</span>;
  return (
    <Link href={entry.href} external={leadsOutside(entry)}>
      {entry.name}
    </Link>
  );
}

/** How to get the ordinary things done, in a few steps each. */
import { Banknote, CalendarDays, FolderOpen, Landmark, type LucideIcon, ShieldCheck, UsersRound } from 'lucide-react';
import { useText } from '../../i18n';
import { IconTile } from '../../ui';

const chapters = [
  { id: 'pay', icon: Banknote },
  { id: 'timeOff', icon: CalendarDays },
  { id: 'deposit', icon: Landmark },
  { id: 'documents', icon: FolderOpen },
  { id: 'account', icon: ShieldCheck },
  { id: 'team', icon: UsersRound },
] as const satisfies readonly { id: string; icon: LucideIcon }[];

export function Guide({ headingLevel }: { headingLevel: 2 | 3 }) {
  const { t } = useText();
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="flex flex-col gap-8">
      {chapters.map(({ id, icon }) => (
        <section key={id} aria-labelledby={`guide-${id}`} className="flex items-start gap-4">
          <IconTile icon={icon} size="sm" />
          <div className="min-w-0 flex-1">
            <Heading id={`guide-${id}`} className="text-lg font-semibold tracking-tight">
              {t(`guide.title.${id}`)}
            </Heading>
            <ol className="mt-2 list-decimal space-y-1.5 pl-5 text-pretty marker:text-sub">
              <li>{t(`guide.step1.${id}`)}</li>
              <li>{t(`guide.step2.${id}`)}</li>
              <li>{t(`guide.step3.${id}`)}</li>
            </ol>
          </div>
        </section>
      ))}
    </div>
  );
}

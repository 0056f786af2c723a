/**
 * For managers of several companies: finds a company by a part of its name, then one of its employees by first name, last name or
 * code. Enter takes the first that is found; Tab goes on to the others.
 */
import { Building2, ChevronDown, Search, UsersRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { Button, ChoiceRow, Popover, SearchField, SkeletonList } from '../../ui';
import { companiesNamed } from './rules';
import { managerIds } from './useQueue';
import { type Company, type Report, useReports, type Wanted } from './useReports';

type SearchPopoverProps = {
  actor: Actor;
  companies: readonly Company[];
  chosen: Report | null;
  onChoose: (wanted: Wanted) => void;
};

export function SearchPopover({ actor, companies, chosen, onChoose }: SearchPopoverProps) {
  const { t } = useText();
  return (
    <Popover
      label={t('timeOff.search.open')}
      placement="bottom start"
      className="w-96 max-w-full"
      trigger={
        <Button variant="secondary" icon={<Search aria-hidden className="size-4.5" />}>
          <span className="sr-only">{t('timeOff.search.open')}: </span>
          <span className="truncate">
            {actor.companyName} · {chosen?.name ?? t('timeOff.search.all')}
          </span>
          <ChevronDown aria-hidden className="size-4 flex-none text-sub" />
        </Button>
      }
    >
      {(close) => (
        <Content
          actor={actor}
          companies={companies}
          chosen={chosen}
          onChoose={(wanted) => {
            close();
            onChoose(wanted);
          }}
        />
      )}
    </Popover>
  );
}

function Content({ actor, companies, chosen, onChoose }: SearchPopoverProps) {
  const { t } = useText();
  const [companyId, setCompany] = useState(actor.companyId);
  const [companyTyped, setCompanyTyped] = useState('');
  const [typed, setTyped] = useState('');
  /** The words with which Enter was pressed before the answer had come. */
  const [entered, setEntered] = useState<string | null>(null);
  const { found, isSearching } = useReports({ ...managerIds(actor), companyId }, typed);
  const named = companiesNamed(companies, companyTyped);
  const reports = found.data ?? [];
  const choose = (report: Report | null) => onChoose({ companyId, report });
  const first = !isSearching && entered !== null && entered === typed ? reports[0] : undefined;
  useEffect(() => {
    if (!first) return;
    setEntered(null);
    onChoose({ companyId, report: { id: first.id, name: first.name } });
  }, [first, companyId, onChoose]);
  const isChosen = (id: string | null) => companyId === actor.companyId && (chosen?.id ?? null) === id;

  return (
    <div className="flex flex-col gap-5">
      <section aria-label={t('timeOff.search.companies')} className="flex flex-col gap-2">
        <SearchField
          label={t('timeOff.search.company')}
          placeholder={t('timeOff.search.company')}
          value={companyTyped}
          onChange={setCompanyTyped}
          onSubmit={() => named[0] && setCompany(named[0].companyId)}
          autoFocus
        />
        <ul className="-mx-3 max-h-40 overflow-auto">
          {named.map((company) => (
            <ChoiceRow
              key={company.companyId}
              icon={<Building2 aria-hidden strokeWidth={1.75} />}
              text={company.companyName}
              currentLabel={t('timeOff.search.current')}
              isCurrent={company.companyId === companyId}
              onPress={() => setCompany(company.companyId)}
            />
          ))}
        </ul>
        {named.length === 0 && <p className="text-sm text-sub">{t('timeOff.search.noCompany')}</p>}
      </section>
      <section aria-label={t('timeOff.search.employees')} className="flex flex-col gap-2">
        <SearchField
          label={t('timeOff.queue.search')}
          placeholder={t('timeOff.queue.search')}
          value={typed}
          onChange={setTyped}
          onSubmit={() => {
            if (typed.trim() === '') choose(null);
            else setEntered(typed);
          }}
        />
        {found.isPending && <SkeletonList rows={3} />}
        {found.isError && <p className="text-sm text-bad-ink">{t('timeOff.search.failed')}</p>}
        <ul className="-mx-3 max-h-64 overflow-auto">
          {typed.trim() === '' && (
            <ChoiceRow
              icon={<UsersRound aria-hidden strokeWidth={1.75} />}
              text={t('timeOff.search.all')}
              currentLabel={t('timeOff.search.current')}
              isCurrent={isChosen(null)}
              onPress={() => choose(null)}
            />
          )}
          {reports.map(({ id, name, employeeCode }) => (
            <ChoiceRow
              key={id}
              text={name}
              note={`#${employeeCode}`}
              currentLabel={t('timeOff.search.current')}
              isCurrent={isChosen(id)}
              onPress={() => choose({ id, name })}
            />
          ))}
        </ul>
        {found.data?.length === 0 && <p className="text-sm text-sub">{t('timeOff.search.nobody')}</p>}
      </section>
    </div>
  );
}

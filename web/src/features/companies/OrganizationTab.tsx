/** The organization of a company: what is inside what. A row opens its form; what is in use can't be removed. */

import { useQuery } from '@tanstack/react-query';
import { Download, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMayChange } from '../../api/console-rights';
import { everyRow, maximumPageLimit, useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import {
  Badge,
  Button,
  Card,
  csvText,
  EmptyState,
  ErrorState,
  RowAction,
  SearchField,
  SkeletonList,
  saveCsv,
  Tree,
  useOpened,
  useSettled,
} from '../../ui';
import { companiesKey, type Place } from './companies';
import { EntryDialog } from './EntryDialog';
import { type Entry, ListEntries, RemoveEntry } from './entries';
import { found, treeOf } from './organization';
import { RemoveQuestion } from './RemoveQuestion';

const quietMs = 150;
const icon = { 'aria-hidden': true, className: 'size-4.5' } as const;
const kind = 'organization';

export function OrganizationTab({ place }: { place: Place }) {
  const { t } = useText();
  const mayChange = useMayChange();
  const api = useApi();
  const words = consoleWords(t);
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, quietMs).trim();
  const { opened, open, close } = useOpened<'edit' | 'remove', Entry>('edit');
  const remove = useSubmit(RemoveEntry);
  const all = useQuery({
    queryKey: [companiesKey, kind, place, 'all'],
    queryFn: ({ signal }) =>
      everyRow(async (cursor) => {
        const asked = { ...place, kind: 'organization' as const, search: '', cursor, limit: maximumPageLimit };
        return (await api.query(ListEntries, asked, signal)).listCompanyEntries;
      }),
  });
  const entries = all.data ?? [];
  const shown = found(entries, search);
  const title = ({ code, name }: Entry) => `${code} · ${name}`;
  const type = ({ organizationType }: Entry) => (organizationType ? t(`companies.type.${organizationType}`) : '');
  const exportRows = () =>
    saveCsv(
      csvText(
        [
          { header: t('companies.code'), text: (row: Entry) => row.code },
          { header: t('companies.nameOf.organization'), text: (row: Entry) => row.name },
          { header: t('companies.type'), text: type },
          { header: t('companies.parent'), text: (row: Entry) => row.parentName ?? '' },
        ],
        shown,
      ),
      'organization.csv',
    );
  const add = (
    <Button onPress={() => open('edit', null)} icon={<Plus {...icon} />}>
      {t('companies.addOf.organization')}
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <SearchField
          label={t('companies.searchOf.organization')}
          value={typed}
          onChange={setTyped}
          className="w-full sm:w-72"
        />
        <div className="ml-auto flex flex-wrap justify-end gap-3 max-sm:gap-2.5 max-sm:has-[>*+*]:grid max-sm:has-[>*+*]:w-full max-sm:has-[>*+*]:grid-cols-2 max-sm:has-[>*+*]:[&>*]:px-2">
          {shown.length > 0 && (
            <Button variant="secondary" onPress={exportRows} icon={<Download {...icon} />}>
              {words.exportCsv}
            </Button>
          )}
          {mayChange && add}
        </div>
      </div>
      <Card flush>
        {all.isPending && (
          <div className="p-5">
            <SkeletonList rows={6} />
          </div>
        )}
        {all.error && !all.data && (
          <ErrorState
            title={t('companies.part.loadFailed')}
            body={errorText(t, all.error)}
            onRetry={() => void all.refetch()}
            retrying={all.isFetching}
          />
        )}
        {all.data && shown.length === 0 && (
          <EmptyState
            title={search ? words.nothingTitle : t('companies.emptyOf.organization')}
            body={search ? words.nothingBody : t('companies.emptyBodyOf.organization')}
          />
        )}
        {shown.length > 0 && (
          <Tree
            key={search}
            label={t('companies.organization')}
            nodes={treeOf(shown)}
            textOf={title}
            foldLabel={t('companies.tree.fold')}
            onOpen={(row) => mayChange && open('edit', row)}
            content={(row, children) => (
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{row.name}</span>
                <span className="text-sm text-sub">{row.code}</span>
                <Badge>{type(row)}</Badge>
                {children > 0 && (
                  <span className="text-sm text-sub">{t('companies.tree.inside', { count: children })}</span>
                )}
              </span>
            )}
            actions={(row) =>
              mayChange && (
                <RowAction
                  label={t('companies.remove')}
                  name={t('companies.removeNamed', { name: title(row) })}
                  icon={Trash2}
                  onPress={() => open('remove', row)}
                />
              )
            }
          />
        )}
      </Card>
      {opened.serial > 0 && opened.kind === 'edit' && (
        <EntryDialog
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          place={place}
          kind={kind}
          entry={opened.row}
        />
      )}
      {opened.row && opened.kind === 'remove' && (
        <RemoveQuestion
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          title={t('companies.remove.title', { name: title(opened.row) })}
          body={t('companies.remove.body')}
          done={t('companies.remove.done', { name: title(opened.row) })}
          remove={async () => {
            const { row } = opened;
            if (row) await remove.mutateAsync({ ...place, kind, entryId: row.id, version: row.version });
          }}
        />
      )}
    </div>
  );
}

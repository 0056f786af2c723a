/** The portal's pages and the cards on home pages: who has each, what it's called, and where it is. */
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import {
  Badge,
  ConfirmDialog,
  ConsoleList,
  csvText,
  oneOf,
  RowAction,
  SelectField,
  useKeptFilter,
  useOpened,
} from '../../ui';
import { EntryDialog } from './EntryDialog';
import { type Entry, openingOf, openings, PortalCatalog, portalKey, RemoveEntry } from './portal';
import { useSaved } from './useSaved';

const any = 'any';
const isKind = oneOf(['page', 'feature']);
const isOpening = oneOf(openings);
const tones = { usual: 'neutral', open: 'ok', closed: 'warn' } as const;

export function CatalogTab({ tenantId }: { tenantId: string }) {
  const { t } = useText();
  const api = useApi();
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useKeptFilter('portal kind', isKind);
  const [opening, setOpening] = useKeptFilter('portal opening', isOpening);
  const { opened, open, close } = useOpened<'edit' | 'remove', Entry>('edit');
  const catalog = useQuery({
    queryKey: [portalKey, 'catalog', tenantId],
    queryFn: async ({ signal }) => (await api.query(PortalCatalog, { tenantId }, signal)).features,
  });
  const search = typed.trim().toLowerCase();
  const rows = catalog.data?.filter(
    (row) =>
      (!kind || row.featureType === kind) &&
      (!opening || openingOf(row) === opening) &&
      `${row.title} ${row.featureId}`.toLowerCase().includes(search),
  );
  const kindText = ({ featureType }: Entry) => t(`portal.kind.${featureType}`);
  const state = (row: Entry) => t(`portal.opening.${openingOf(row)}`);
  return (
    <>
      <ConsoleList
        label={t('portal.catalog')}
        words={consoleWords(t)}
        rows={rows}
        rowKey={({ featureId }) => featureId}
        columns={[
          { id: 'title', header: t('portal.title'), cell: ({ title }) => <span className="font-medium">{title}</span> },
          { id: 'kind', header: t('portal.kind'), cell: kindText },
          {
            id: 'opening',
            header: t('portal.opening'),
            cell: (row) => <Badge tone={tones[openingOf(row)]}>{state(row)}</Badge>,
          },
          { id: 'path', header: t('portal.path'), cell: ({ path }) => path ?? '' },
        ]}
        onRowPress={(row) => open('edit', row)}
        rowActions={(row) => (
          <RowAction
            label={t('portal.remove')}
            name={t('portal.removeNamed', { name: row.title })}
            icon={Trash2}
            onPress={() => open('remove', row)}
          />
        )}
        search={{ label: t('portal.search'), value: typed, onChange: setTyped }}
        filters={
          <>
            <SelectField
              label={t('portal.kind')}
              value={kind ?? any}
              options={[
                { value: any, label: t('portal.all') },
                { value: 'page', label: t('portal.kind.page') },
                { value: 'feature', label: t('portal.kind.feature') },
              ]}
              onChange={(value) => setKind(isKind(value) ? value : null)}
              className="sm:w-44"
            />
            <SelectField
              label={t('portal.opening')}
              value={opening ?? any}
              options={[
                { value: any, label: t('portal.all') },
                ...openings.map((value) => ({ value, label: t(`portal.opening.${value}`) })),
              ]}
              onChange={(value) => setOpening(isOpening(value) ? value : null)}
              className="sm:w-60"
            />
          </>
        }
        filterCount={(kind ? 1 : 0) + (opening ? 1 : 0)}
        onClear={() => {
          setTyped('');
          setKind(null);
          setOpening(null);
        }}
        empty={{ title: t('portal.empty'), body: t('portal.emptyBody') }}
        exporting={{
          fileName: 'portal.csv',
          load: async () =>
            csvText(
              [
                { header: t('portal.id'), text: (row: Entry) => row.featureId },
                { header: t('portal.title'), text: (row: Entry) => row.title },
                { header: t('portal.kind'), text: kindText },
                { header: t('portal.opening'), text: state },
                { header: t('portal.path'), text: (row: Entry) => row.path ?? '' },
                { header: t('portal.permissions'), text: (row: Entry) => row.permissions.join(' ') },
              ],
              rows ?? [],
            ),
          failure: (error) => errorText(t, error),
        }}
        failure={
          catalog.error && !catalog.data
            ? {
                title: t('portal.loadFailed'),
                body: errorText(t, catalog.error),
                onRetry: () => void catalog.refetch(),
                retrying: catalog.isFetching,
              }
            : null
        }
        onTurn={() => undefined}
      />
      {opened.row && opened.kind === 'edit' && (
        <EntryDialog key={opened.serial} open={opened.isOpen} onClose={close} tenantId={tenantId} entry={opened.row} />
      )}
      {opened.row && opened.kind === 'remove' && (
        <RemoveQuestion
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          tenantId={tenantId}
          entry={opened.row}
        />
      )}
    </>
  );
}

type RemoveQuestionProps = { open: boolean; onClose: () => void; tenantId: string; entry: Entry };

function RemoveQuestion({ open, onClose, tenantId, entry }: RemoveQuestionProps) {
  const { t } = useText();
  const remove = useSubmit(RemoveEntry);
  const { run, failure } = useSaved(onClose);
  const { featureId, title } = entry;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('portal.remove.title', { name: title })}
      body={t('portal.remove.body')}
      confirmLabel={t('portal.remove')}
      cancelLabel={t('app.cancel')}
      onConfirm={async () => {
        const change = () => remove.mutateAsync({ tenantId, featureId });
        if (!(await run(change, t('portal.remove.done', { name: title })))) throw new Error('The question stays open.');
      }}
    >
      {failure && <p role="alert">{failure.text}</p>}
    </ConfirmDialog>
  );
}

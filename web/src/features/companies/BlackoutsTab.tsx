/** The days on which a company's employees can't take time off. */

import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMayChange } from '../../api/console-rights';
import { everyRow, maximumPageLimit, useApi, useSubmit } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import {
  Button,
  ConsoleList,
  csvText,
  DateField,
  FormRow,
  RowAction,
  SelectField,
  TextField,
  useOpened,
} from '../../ui';
import { type Blackout, BlackoutTypes, ListBlackouts, RemoveBlackout, SaveBlackout, type Span } from './calendar';
import { companiesKey, type Place } from './companies';
import { EditDialog } from './EditDialog';
import { RemoveQuestion } from './RemoveQuestion';
import { SpanChoice } from './SpanChoice';
import { useSaved } from './useSaved';

type BlackoutsTabProps = { place: Place; today: string };

export function BlackoutsTab({ place, today }: BlackoutsTabProps) {
  const { t, language } = useText();
  const readOnly = !useMayChange();
  const format = useFormat();
  const api = useApi();
  const [span, setSpan] = useState<Span>('coming');
  const { opened, open, close } = useOpened<'edit' | 'remove', Blackout>('edit');
  const remove = useSubmit(RemoveBlackout);
  const from = span === 'coming' ? today : null;
  const load = async (cursor: string | null, signal?: AbortSignal, limit?: number) =>
    (await api.query(ListBlackouts, { ...place, from, cursor, limit: limit ?? null }, signal)).listCompanyBlackouts;
  const list = usePages([companiesKey, 'blackouts', place, from], load);
  const days = ({ firstDay, lastDay }: Blackout) =>
    firstDay === lastDay ? format.day(firstDay) : format.dayRange(firstDay, lastDay);
  const type = (row: Blackout) =>
    (language === 'es' ? row.typeNameEs : row.typeName) ?? t('companies.blackout.anyType');
  return (
    <>
      <ConsoleList
        label={t('companies.blackouts')}
        words={consoleWords(t)}
        readOnly={readOnly}
        rows={list.rows}
        rowKey={({ id }) => id}
        columns={[
          { id: 'days', header: t('companies.days'), cell: (row) => <span className="font-medium">{days(row)}</span> },
          { id: 'type', header: t('companies.blackout.type'), cell: type },
          { id: 'reason', header: t('companies.reason'), cell: ({ reason }) => reason },
        ]}
        onRowPress={(row) => open('edit', row)}
        rowActions={(row) => (
          <RowAction
            label={t('companies.remove')}
            name={t('companies.removeNamed', { name: days(row) })}
            icon={Trash2}
            onPress={() => open('remove', row)}
          />
        )}
        filters={<SpanChoice value={span} onChange={setSpan} />}
        empty={{
          title: t(span === 'coming' ? 'companies.blackouts.noneComing' : 'companies.blackouts.empty'),
          body: t('companies.blackouts.emptyBody'),
        }}
        exporting={{
          fileName: 'blackouts.csv',
          load: async () =>
            csvText(
              [
                { header: t('companies.firstDay'), text: (row: Blackout) => row.firstDay },
                { header: t('companies.lastDay'), text: (row: Blackout) => row.lastDay },
                { header: t('companies.blackout.type'), text: type },
                { header: t('companies.reason'), text: (row: Blackout) => row.reason },
              ],
              await everyRow((cursor) => load(cursor, undefined, maximumPageLimit)),
            ),
          failure: (error) => errorText(t, error),
        }}
        actions={
          <Button onPress={() => open('edit', null)} icon={<Plus aria-hidden className="size-4.5" />}>
            {t('companies.blackout.add')}
          </Button>
        }
        failure={
          list.error && {
            title: t('companies.part.loadFailed'),
            body: errorText(t, list.error),
            onRetry: list.retry,
            retrying: list.isRetrying,
          }
        }
        links={list.links}
        onTurn={list.turn}
        turning={list.isTurning}
      />
      {opened.serial > 0 && opened.kind === 'edit' && (
        <BlackoutDialog key={opened.serial} open={opened.isOpen} onClose={close} place={place} blackout={opened.row} />
      )}
      {opened.row && opened.kind === 'remove' && (
        <RemoveQuestion
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          title={t('companies.remove.title', { name: days(opened.row) })}
          body={t('companies.blackout.remove.body')}
          done={t('companies.remove.done', { name: days(opened.row) })}
          remove={async () => {
            const { row } = opened;
            if (row) await remove.mutateAsync({ ...place, blackoutId: row.id, version: row.version });
          }}
        />
      )}
    </>
  );
}

type BlackoutDialogProps = {
  open: boolean;
  onClose: () => void;
  place: Place;
  /** Null: a new one. */
  blackout: Blackout | null;
};

const maximumReasonCharacters = 200;
const nothing: Blackout = {
  id: '',
  firstDay: '',
  lastDay: '',
  typeId: null,
  typeName: null,
  typeNameEs: null,
  reason: '',
  version: '',
};
const anyType = 'any';

function BlackoutDialog({ open, onClose, place, blackout }: BlackoutDialogProps) {
  const { t, language } = useText();
  const format = useFormat();
  const api = useApi();
  const save = useSubmit(SaveBlackout);
  const [base, setBase] = useState(blackout ?? nothing);
  const [draft, setDraft] = useState(base);
  const [isTried, setTried] = useState(false);
  const saved = useSaved(onClose);
  const { at } = saved;
  const types = useQuery({
    queryKey: [companiesKey, 'blackout types', place],
    queryFn: async ({ signal }) => (await api.query(BlackoutTypes, place, signal)).blackoutTypes,
  });
  const typeName = (id: string | null) => {
    const found = types.data?.find((one) => one.id === id);
    return found ? (language === 'es' ? found.nameEs : found.name) : t('companies.blackout.anyType');
  };
  const change = (part: Partial<Blackout>) => {
    saved.setFailure(null);
    setDraft((before) => ({ ...before, ...part }));
  };
  const missing = (value: string) => (isTried && value === '' ? t('kit.required') : undefined);
  const day = (value: string) => value && format.day(value);
  function saveOnto(version: string): void {
    setTried(true);
    const lastDay = draft.lastDay || draft.firstDay;
    if (draft.firstDay === '') return;
    const input = { firstDay: draft.firstDay, lastDay, typeId: draft.typeId, reason: draft.reason.trim() };
    const of = blackout ? { blackoutId: blackout.id, version } : {};
    void saved.run(
      () => save.mutateAsync({ ...place, ...of, input }),
      t('companies.saved', { name: format.dayRange(draft.firstDay, lastDay) }),
    );
  }
  return (
    <EditDialog<Blackout>
      open={open}
      onClose={onClose}
      title={blackout ? t('companies.blackout.edit') : t('companies.blackout.add')}
      description={t('companies.blackout.lead')}
      formId="companies-blackout"
      submitLabel={t('companies.save')}
      pending={save.isPending}
      isDirty={JSON.stringify(draft) !== JSON.stringify(base)}
      saved={saved}
      fields={['firstDay', 'lastDay', 'reason']}
      onSubmit={() => saveOnto(base.version)}
      rows={(theirs) => [
        { label: t('companies.firstDay'), theirs: day(theirs.firstDay), mine: day(draft.firstDay) },
        { label: t('companies.lastDay'), theirs: day(theirs.lastDay), mine: day(draft.lastDay) },
        { label: t('companies.blackout.type'), theirs: typeName(theirs.typeId), mine: typeName(draft.typeId) },
        { label: t('companies.reason'), theirs: theirs.reason, mine: draft.reason },
      ]}
      onKeepMine={({ version }) => saveOnto(version)}
      onTakeTheirs={(theirs) => {
        setBase({ ...nothing, ...theirs });
        setDraft({ ...nothing, ...theirs });
      }}
    >
      <FormRow>
        <DateField
          label={t('companies.firstDay')}
          value={draft.firstDay}
          onChange={(firstDay) => change({ firstDay })}
          error={at('firstDay') ?? missing(draft.firstDay)}
          required
        />
        <DateField
          label={t('companies.lastDay')}
          description={t('companies.lastDay.hint')}
          value={draft.lastDay}
          onChange={(lastDay) => change({ lastDay })}
          error={at('lastDay')}
        />
      </FormRow>
      <SelectField
        label={t('companies.blackout.type')}
        value={draft.typeId ?? anyType}
        options={[
          { value: anyType, label: t('companies.blackout.anyType') },
          ...(types.data ?? []).map(({ id }) => ({ value: id, label: typeName(id) })),
        ]}
        onChange={(value) => change({ typeId: value === anyType || value === '' ? null : value })}
      />
      <TextField
        label={t('companies.reason')}
        description={t('companies.reason.hint')}
        value={draft.reason}
        onChange={(reason) => change({ reason })}
        maxLength={maximumReasonCharacters}
        error={at('reason')}
      />
    </EditDialog>
  );
}

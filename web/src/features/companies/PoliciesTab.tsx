/** The types of time off a company grants. What someone has used can end, and only what no one has used can go. */

import { CalendarX2, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMayChange } from '../../api/console-rights';
import { everyRow, maximumPageLimit, useApi, useSubmit } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { type Translate, useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { type Format, useFormat } from '../../i18n/format';
import { Badge, Button, ConsoleList, csvText, DateField, RowAction, useOpened } from '../../ui';
import { companiesKey, type Place } from './companies';
import { EditDialog } from './EditDialog';
import { PolicyDialog } from './PolicyDialog';
import { EndPolicy, ListPolicies, type Policy, RemovePolicy, type Rules } from './policies';
import { RemoveQuestion } from './RemoveQuestion';
import { useSaved } from './useSaved';

type PoliciesTabProps = { place: Place; today: string };

/** "80 h per year; 120 h after 5 years". */
function earned(t: Translate, format: Format, rules: Rules): string {
  if (rules.accrual === 'none') return t('companies.accrual.none');
  const rates = rules.rates.map(({ years, hours }) => {
    const each = t(`companies.earned.${rules.accrual}`, { hours: format.decimal(hours) });
    return years === 0 ? each : t('companies.earned.after', { each, years });
  });
  return rates.join('; ');
}

export function PoliciesTab({ place, today }: PoliciesTabProps) {
  const { t, language } = useText();
  const readOnly = !useMayChange();
  const format = useFormat();
  const api = useApi();
  const { opened, open, close } = useOpened<'edit' | 'end' | 'remove', Policy>('edit');
  const remove = useSubmit(RemovePolicy);
  const load = async (cursor: string | null, signal?: AbortSignal, limit?: number) =>
    (await api.query(ListPolicies, { ...place, cursor, limit: limit ?? null }, signal)).listTimeOffPolicies;
  const list = usePages([companiesKey, 'policies', place], load);
  const name = (row: Policy) => (language === 'es' ? (row.nameEs ?? row.name) : row.name);
  const earns = (row: Policy) =>
    row.hasBalance ? earned(t, format, row.rulesToday ?? row.rules) : t('companies.policy.uncounted');
  const planned = ({ rulesToday, rulesFrom }: Policy) => (rulesToday && rulesFrom ? rulesFrom : null);
  return (
    <>
      <ConsoleList
        label={t('companies.policies')}
        words={consoleWords(t)}
        readOnly={readOnly}
        rows={list.rows}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'name',
            header: t('companies.policy.name'),
            cell: (row) => (
              <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span className="font-medium">{name(row)}</span>
                {row.endsOn && (
                  <Badge tone={row.endsOn < today ? 'neutral' : 'warn'}>
                    {t(row.endsOn < today ? 'companies.policy.ended' : 'companies.policy.ends', {
                      day: format.day(row.endsOn),
                    })}
                  </Badge>
                )}
              </span>
            ),
          },
          {
            id: 'earned',
            header: t('companies.policy.earned'),
            cell: (row) => {
              const from = planned(row);
              return (
                <span className="flex flex-col">
                  {earns(row)}
                  {from && (
                    <span className="text-sm text-sub">
                      {t('companies.policy.from', { day: format.day(from), rules: earned(t, format, row.rules) })}
                    </span>
                  )}
                </span>
              );
            },
          },
          {
            id: 'approval',
            header: t('companies.policy.approval'),
            cell: ({ approval }) => t(`companies.policy.approval.${approval}`),
          },
        ]}
        onRowPress={(row) => open('edit', row)}
        rowActions={(row) => (
          <>
            <RowAction
              label={t('companies.policy.end')}
              name={t('companies.policy.endNamed', { name: name(row) })}
              icon={CalendarX2}
              onPress={() => open('end', row)}
            />
            <RowAction
              label={t('companies.remove')}
              name={t('companies.removeNamed', { name: name(row) })}
              icon={Trash2}
              onPress={() => open('remove', row)}
            />
          </>
        )}
        empty={{ title: t('companies.policies.empty'), body: t('companies.policies.emptyBody') }}
        exporting={{
          fileName: 'time-off-types.csv',
          load: async () =>
            csvText(
              [
                { header: t('companies.policy.name'), text: name },
                { header: t('companies.policy.earned'), text: earns },
                {
                  header: t('companies.policy.approval'),
                  text: (row: Policy) => t(`companies.policy.approval.${row.approval}`),
                },
                { header: t('companies.lastDay'), text: (row: Policy) => row.endsOn ?? '' },
              ],
              await everyRow((cursor) => load(cursor, undefined, maximumPageLimit)),
            ),
          failure: (error) => errorText(t, error),
        }}
        actions={
          <Button onPress={() => open('edit', null)} icon={<Plus aria-hidden className="size-4.5" />}>
            {t('companies.policy.add')}
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
        <PolicyDialog key={opened.serial} open={opened.isOpen} onClose={close} place={place} policy={opened.row} />
      )}
      {opened.row && opened.kind === 'end' && (
        <EndDialog key={opened.serial} open={opened.isOpen} onClose={close} place={place} policy={opened.row} />
      )}
      {opened.row && opened.kind === 'remove' && (
        <RemoveQuestion
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          title={t('companies.remove.title', { name: name(opened.row) })}
          body={t('companies.policy.remove.body')}
          done={t('companies.remove.done', { name: name(opened.row) })}
          remove={async () => {
            const { row } = opened;
            if (row) await remove.mutateAsync({ ...place, typeId: row.id, version: row.version });
          }}
        />
      )}
    </>
  );
}

type EndDialogProps = { open: boolean; onClose: () => void; place: Place; policy: Policy };

function EndDialog({ open, onClose, place, policy }: EndDialogProps) {
  const { t } = useText();
  const format = useFormat();
  const end = useSubmit(EndPolicy);
  const [base, setBase] = useState(policy);
  const [lastDay, setLastDay] = useState(policy.endsOn ?? '');
  const saved = useSaved(onClose);
  const day = (value: string | null) => (value ? format.day(value) : t('companies.policy.endless'));
  const saveOnto = (version: string) =>
    void saved.run(
      () => end.mutateAsync({ ...place, typeId: policy.id, version, lastDay: lastDay || null }),
      t('companies.saved', { name: policy.name }),
    );
  return (
    <EditDialog<Policy>
      open={open}
      onClose={onClose}
      title={t('companies.policy.end.title', { name: policy.name })}
      description={t('companies.policy.end.lead')}
      formId="companies-policy-end"
      submitLabel={t('companies.save')}
      pending={end.isPending}
      isDirty={lastDay !== (base.endsOn ?? '')}
      size="sm"
      saved={saved}
      fields={['lastDay']}
      onSubmit={() => saveOnto(base.version)}
      rows={(theirs) => [{ label: t('companies.lastDay'), theirs: day(theirs.endsOn), mine: day(lastDay) }]}
      onKeepMine={({ version }) => saveOnto(version)}
      onTakeTheirs={(theirs) => {
        setBase({ ...base, ...theirs });
        setLastDay(theirs.endsOn ?? '');
      }}
    >
      <DateField
        label={t('companies.lastDay')}
        description={t('companies.policy.end.hint')}
        value={lastDay}
        onChange={(value) => {
          saved.setFailure(null);
          setLastDay(value);
        }}
        error={saved.at('lastDay')}
      />
    </EditDialog>
  );
}

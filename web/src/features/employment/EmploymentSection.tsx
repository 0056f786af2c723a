/** One employment: what it is, what happened and will, whom the person reports to, and what can be done. */

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMayChange } from '../../api/console-rights';
import { ApiError } from '../../api/error';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Button, FactList, StatusBadge, toast, useOpened } from '../../ui';
import { ChangeDialog } from './ChangeDialog';
import { CodeDialog } from './CodeDialog';
import {
  type Change,
  type Employment,
  EndLine,
  employmentKey,
  type HistoryEvent,
  type Line,
  nextChanges,
  WithdrawChange,
} from './employment';
import { LineDialog } from './LineDialog';

export function EmploymentSection({ employment, name }: { employment: Employment; name: string }) {
  const { t } = useText();
  const mayChange = useMayChange();
  const format = useFormat();
  const queryClient = useQueryClient();
  const withdraw = useSubmit(WithdrawChange);
  const endLine = useSubmit(EndLine);
  const { opened, open, close } = useOpened<'change' | 'line' | 'code', Change>('change');
  const [busy, setBusy] = useState<string | null>(null);
  const { employeeId, version, status, today } = employment;
  const title = `${employment.companyName} · ${employment.employeeCode}`;

  async function run(what: string, act: () => Promise<unknown>, done: string): Promise<void> {
    setBusy(what);
    try {
      await act();
      toast(done, { tone: 'ok' });
    } catch (error) {
      if (!(error instanceof ApiError && error.isTold)) toast(errorText(t, error), { tone: 'error' });
    } finally {
      setBusy(null);
      void queryClient.invalidateQueries({ queryKey: [employmentKey] });
    }
  }

  const takeBack = ({ id }: HistoryEvent) =>
    run(id, () => withdraw.mutateAsync({ employeeId, eventId: id, version }), t('employment.withdrawn'));
  const end = ({ managerId, kind, area }: Line) =>
    run(
      `${managerId} ${kind} ${area}`,
      () => endLine.mutateAsync({ employeeId, managerId, kind, area, lastDay: today, version }),
      t('employment.line.ended'),
    );

  const facts = [
    { label: t('employment.hired'), value: format.day(employment.currentHireDate) },
    ...(employment.lastDay ? [{ label: t('employment.lastDay'), value: format.day(employment.lastDay) }] : []),
    ...(employment.openThrough
      ? [{ label: t('employment.openThrough'), value: format.day(employment.openThrough) }]
      : []),
  ];
  const lines = employment.lines.filter(({ isOver }) => !isOver);

  return (
    <section aria-label={title} className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">{title}</h3>
        <StatusBadge status={status} label={t(`employment.status.${status}`)} />
      </div>
      <FactList facts={facts} />
      {mayChange && (
        <div className="flex flex-wrap gap-2.5">
          <Button size="sm" variant="secondary" onPress={() => open('line', null)}>
            {t('employment.line.set')}
          </Button>
          <Button size="sm" variant="secondary" onPress={() => open('code', null)}>
            {t('employment.code')}
          </Button>
          {nextChanges(employment).map((change) => (
            <Button key={change} size="sm" variant="secondary" onPress={() => open('change', change)}>
              {t(`employment.do.${change}`)}
            </Button>
          ))}
        </div>
      )}
      {lines.length > 0 && (
        <div>
          <h4 className="mb-2 text-sm font-semibold">{t('employment.lines')}</h4>
          <ul className="divide-y divide-line rounded-lg border border-line">
            {lines.map((line) => {
              const key = `${line.managerId} ${line.kind} ${line.area}`;
              return (
                <li
                  key={`${key} ${line.isPlanned}`}
                  className="flex items-center justify-between gap-4 px-4 py-3 text-sm"
                >
                  <span className="min-w-0">
                    <span className="block font-medium">{line.managerName}</span>
                    <span className="block text-sub">
                      {[
                        t(`employment.area.${line.area}`),
                        t(`employment.kind.${line.kind}`),
                        line.firstDay && t('employment.from', { day: format.day(line.firstDay) }),
                        line.lastDay && t('employment.through', { day: format.day(line.lastDay) }),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  {mayChange && (
                    <Button
                      size="sm"
                      variant="secondary"
                      aria-label={t('employment.line.endNamed', { name: line.managerName })}
                      pending={busy === key}
                      onPress={() => void end(line)}
                    >
                      {t('employment.line.end')}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        </div>
      )}
      <div>
        <h4 className="mb-2 text-sm font-semibold">{t('employment.history')}</h4>
        <ul className="divide-y divide-line rounded-lg border border-line">
          {employment.history.map((event) => (
            <li key={event.id} className="flex items-center justify-between gap-4 px-4 py-3 text-sm">
              <span className="min-w-0">
                <span className="block font-medium">{t(`employment.change.${event.change}`)}</span>
                <span className="block text-sub tabular-nums">
                  {[format.day(event.day), event.recordedBy].filter(Boolean).join(' · ')}
                </span>
              </span>
              {mayChange && !event.isInEffect && (
                <Button
                  size="sm"
                  variant="secondary"
                  pending={busy === event.id}
                  aria-label={t('employment.withdrawNamed', { change: t(`employment.change.${event.change}`) })}
                  onPress={() => void takeBack(event)}
                >
                  {t('employment.withdraw')}
                </Button>
              )}
            </li>
          ))}
          <li className="px-4 py-3 text-sm">
            <span className="block font-medium">{t('employment.change.hire')}</span>
            <span className="block text-sub tabular-nums">{format.day(employment.originalHireDate)}</span>
          </li>
        </ul>
      </div>
      {opened.kind === 'change' && opened.row && (
        <ChangeDialog
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          employment={employment}
          change={opened.row}
          name={name}
        />
      )}
      {opened.kind === 'code' && (
        <CodeDialog key={opened.serial} open={opened.isOpen} onClose={close} employment={employment} name={name} />
      )}
      {opened.kind === 'line' && (
        <LineDialog key={opened.serial} open={opened.isOpen} onClose={close} employment={employment} name={name} />
      )}
    </section>
  );
}

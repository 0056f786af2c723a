/** For payroll, beside the next handover: until when changes still count for the next payday, and the calendar behind it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Button, Card, ErrorState, Skeleton } from '../../ui';
import { companiesKey, type Place } from './companies';
import { PayCalendarTab } from './PayCalendarTab';
import { CalendarSetup, ListRuns } from './runs';

/** Enough to find the next open one among several pay groups. */
const aFew = 50;

export function NextCutoff({ place }: { place: Place }) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const [isOpen, setOpen] = useState(false);
  const found = useQuery({
    queryKey: [companiesKey, 'runs', 'next cut-off', place],
    queryFn: async ({ signal }) => {
      const { payCalendarSetup: at } = await api.query(CalendarSetup, place, signal);
      const asked = { ...place, from: at.today, limit: aFew, cursor: null };
      const { listPayRuns: runs } = await api.query(ListRuns, asked, signal);
      const open = runs.results.filter(({ state }) => state === 'open');
      // A run that was opened again closes when payroll says so: its cut-off is no more.
      const dated = open.filter(({ isMarked }) => !isMarked);
      const [next] = dated.sort((one, other) => one.cutoffAt.localeCompare(other.cutoffAt));
      return { next: next ?? null, timeZone: at.timeZone };
    },
  });
  if (found.error) {
    return (
      <ErrorState
        title={t('companies.runs.loadFailed')}
        body={errorText(t, found.error)}
        onRetry={() => void found.refetch()}
        retrying={found.isFetching}
      />
    );
  }
  if (!found.data) return <Skeleton className="h-20" />;
  const { next, timeZone } = found.data;
  return (
    <>
      <Card
        title={t('companies.runs')}
        description={
          next
            ? t('companies.runs.nextCutoff', {
                cutoff: format.instant(next.cutoffAt, timeZone),
                payday: format.weekday(next.payDate),
                group: next.payGroupName ?? t('companies.run.everyone'),
              })
            : t('companies.runs.noCutoff')
        }
      >
        <Button variant="secondary" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {t(isOpen ? 'companies.runs.hide' : 'companies.runs.show')}
        </Button>
      </Card>
      {isOpen && <PayCalendarTab place={place} />}
    </>
  );
}

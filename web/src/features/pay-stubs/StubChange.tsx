/** «Why did my pay change?» for one stub, against the one before or any other the reader chooses. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Card, cx, ErrorState, SelectField, SkeletonList } from '../../ui';
import { arithmetic, reason, sentence, signed } from './change';
import { difference } from './decimal';
import { Figures } from './Figures';
import { type Change, CompareStubs, ListStubs, payStubsKey } from './stub';

/** As many as a page of the server's holds: nearly two years of paydays. */
const offered = 100;

export function StubChange({ actor, afterId }: { actor: Actor; afterId: string }) {
  const { t, language } = useText();
  const api = useApi();
  const { tenantId, companyId } = actor;
  const employeeId = actor.employeeId ?? '';
  const [chosen, setChosen] = useState('');
  const change = useQuery({
    queryKey: [payStubsKey, 'change', tenantId, companyId, employeeId, afterId, chosen, language],
    queryFn: async ({ signal }) => {
      const variables = { tenantId, companyId, employeeId, afterId, beforeId: chosen || null, language };
      return (await api.query(CompareStubs, variables, signal)).employeePaystubChange;
    },
    placeholderData: keepPreviousData,
  });
  // Nothing before it: the stub itself is there, so that only the other one can be missing.
  const isFirst = chosen === '' && change.error instanceof ApiError && change.error.code === 'NOT_FOUND';
  return (
    <Card title={t('payStubs.change.title')}>
      <div className="flex flex-col gap-6">
        <Choice actor={actor} afterId={afterId} value={chosen || (change.data?.before.id ?? '')} onChange={setChosen} />
        {change.isPending && <SkeletonList rows={3} />}
        {isFirst && <p className="text-sub">{t('payStubs.change.first')}</p>}
        {change.isError && !isFirst && (
          <ErrorState
            title={t('payStubs.failed.stub')}
            body={errorText(t, change.error)}
            onRetry={() => void change.refetch()}
            retrying={change.isFetching}
          />
        )}
        {change.data && !change.isError && (
          <div aria-live="polite" className={cx('flex flex-col gap-6', change.isPlaceholderData && 'opacity-60')}>
            <Explained change={change.data} />
          </div>
        )}
      </div>
    </Card>
  );
}

type ChoiceProps = { actor: Actor; afterId: string; value: string; onChange: (id: string) => void };

function Choice({ actor: { tenantId, companyId, employeeId }, afterId, value, onChange }: ChoiceProps) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const others = useQuery({
    queryKey: [payStubsKey, 'others', tenantId, companyId, employeeId],
    queryFn: async ({ signal }) => {
      const variables = { tenantId, companyId, employeeId: employeeId ?? '', limit: offered };
      return (await api.query(ListStubs, variables, signal)).listEmployeePayStubs.results;
    },
  });
  const options = (others.data ?? [])
    .filter(({ id }) => id !== afterId)
    .map(({ id, details, sums, voidedOn }) => ({
      value: id,
      label: t(voidedOn ? 'payStubs.change.voidedOption' : 'payStubs.change.option', {
        day: format.day(details.checkDate),
        net: format.money(sums.net),
      }),
    }));
  return (
    <div className="max-w-sm">
      <SelectField label={t('payStubs.change.compareWith')} options={options} value={value} onChange={onChange} />
    </div>
  );
}

function Explained({ change }: { change: Change }) {
  const { t } = useText();
  const format = useFormat();
  const { causes, arrivals, before, after } = change;
  const days = [format.day(before.details.checkDate), format.day(after.details.checkDate)];
  return (
    <>
      <p className="max-w-3xl text-lg leading-relaxed text-pretty">{sentence(change, t, format)}</p>
      {causes.length > 0 && (
        <section aria-labelledby="change-causes">
          <h3 id="change-causes" className="mb-3 font-semibold">
            {t('payStubs.change.causes')}
          </h3>
          <Figures
            label={t('payStubs.change.causes')}
            wideOnly={1}
            head={[t('payStubs.change.reason'), t('payStubs.change.arithmetic'), t('payStubs.change.effect')]}
            rows={[
              ...causes.map((cause, nth) => ({
                // The same item may be there twice, at two rates.
                id: `${nth} ${cause.kind} ${cause.description}`,
                label: capitalized(reason(cause, t)),
                note: arithmetic(cause, t, format),
                figures: [arithmetic(cause, t, format), signed(cause.effect, format)],
              })),
              {
                id: 'difference',
                label: t('payStubs.change.difference'),
                figures: ['', signed(change.difference, format)],
                strong: true,
              },
            ]}
          />
        </section>
      )}
      {arrivals.length > 0 && (
        <section aria-labelledby="change-arrivals">
          <h3 id="change-arrivals" className="mb-3 font-semibold">
            {t('payStubs.change.arrivals')}
          </h3>
          <Figures
            label={t('payStubs.change.arrivals')}
            wideOnly={2}
            head={[t('payStubs.line.description'), ...days, t('payStubs.change.difference')]}
            rows={[
              ...arrivals.map(({ bankName, bankAccountType, lastFour, before: then, after: now }) => ({
                id: lastFour ? `${bankName} ${lastFour}` : 'check',
                label:
                  bankName && bankAccountType && lastFour
                    ? t('payStubs.deposit.account', {
                        bank: bankName,
                        kind: t(`payStubs.account.${bankAccountType}`),
                        lastFour,
                      })
                    : t('payStubs.deposit.check'),
                note: t('payStubs.change.thenNow', { before: format.money(then), after: format.money(now) }),
                figures: [format.money(then), format.money(now), signed(difference(now, then), format)],
              })),
              {
                id: 'difference',
                label: t('payStubs.net'),
                figures: [
                  format.money(before.sums.net),
                  format.money(after.sums.net),
                  signed(change.difference, format),
                ],
                strong: true,
              },
            ]}
          />
        </section>
      )}
    </>
  );
}

function capitalized(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

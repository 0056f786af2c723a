/** The stub itself: sums, details, lines, and where the net went. This part is what gets printed. */
import { useText } from '../../i18n';
import { type Format, useFormat } from '../../i18n/format';
import { Card, FactList, Table, type TableColumn } from '../../ui';
import { isZero } from './decimal';
import { type FigureRow, Figures } from './Figures';
import { NetPayDonut } from './NetPayDonut';
import type { Stub } from './stub';

export function StubSheet({ stub }: { stub: Stub }) {
  const { t } = useText();
  const format = useFormat();
  return (
    <div data-print-sheet className="flex flex-col gap-6 print:gap-4 print:[zoom:.78]">
      <p className="hidden text-lg font-semibold print:block">
        {stub.title.companyName} · {t('payStubs.title', { day: format.day(stub.details.checkDate) })}
        {stub.voidedOn && ` · ${t('payStubs.void.title')}`}
      </p>
      <div className="grid gap-6 lg:grid-cols-2 print:grid-cols-2 print:gap-4">
        <Summary stub={stub} />
        <Details stub={stub} />
      </div>
      <Earnings stub={stub} />
      <Withheld stub={stub} />
      <Items title={t('payStubs.reimbursements')} items={stub.reimbursements} />
      <Items title={t('payStubs.employer')} items={stub.employerContributions} note={t('payStubs.employer.note')} />
      <Deposits stub={stub} />
      {(stub.rounding !== null || stub.earnings.some(({ rounding }) => rounding !== null)) && (
        <p className="text-sm text-sub">{t('payStubs.rounded')}</p>
      )}
    </div>
  );
}

function Summary({ stub: { sums, sumsToDate } }: { stub: Stub }) {
  const { t } = useText();
  const format = useFormat();
  const isReimbursed = !isZero(sums.reimbursed) || !isZero(sumsToDate.reimbursed);
  const shown = (['gross', 'taxes', 'deductions', 'reimbursed', 'net'] as const).filter(
    (id) => id !== 'reimbursed' || isReimbursed,
  );
  const rows: FigureRow[] = shown.map((id) => ({
    id,
    label: t(`payStubs.${id}`),
    figures: [format.money(sums[id]), format.money(sumsToDate[id])],
    strong: id === 'net',
  }));
  return (
    <Card title={t('payStubs.summary')}>
      <NetPayDonut sums={sums} />
      <div className="mt-6">
        <Figures
          label={t('payStubs.summary')}
          head={[t('payStubs.line.description'), t('payStubs.current'), t('payStubs.yearToDate')]}
          rows={rows}
        />
      </div>
    </Card>
  );
}

function Details({ stub: { title, details, basis } }: { stub: Stub }) {
  const { t } = useText();
  const street = [title.address1, title.address2].filter(Boolean).join(', ');
  const place = [title.city, `${title.state} ${title.zip_Code}`.trim()].filter(Boolean).join(', ');
  return (
    <Card title={t('payStubs.details')} description={`${title.employeeName} · ${title.companyName}`}>
      {/* A check imported from payroll may lack some of them. */}
      <FactList
        facts={[
          { label: t('payStubs.detail.payRate'), value: basis.payRate, numeric: true },
          { label: t('payStubs.detail.payFrequency'), value: basis.payFrequency },
          { label: t('payStubs.detail.department'), value: basis.department },
          { label: t('payStubs.detail.federalStatus'), value: basis.federalStatus },
          { label: t('payStubs.detail.checkNumber'), value: details.checkNumber, numeric: true },
          { label: t('payStubs.detail.employeeNumber'), value: details.employeeNumber, numeric: true },
          { label: t('payStubs.detail.companyNumber'), value: details.companyNumber, numeric: true },
          {
            label: t('payStubs.detail.address'),
            value: (street || place) && (
              <>
                <span className="block">{street}</span>
                <span className="block">{place}</span>
              </>
            ),
          },
        ].filter(({ value }) => value !== '')}
      />
    </Card>
  );
}

function Earnings({ stub: { earnings, totals, sums, sumsToDate } }: { stub: Stub }) {
  const { t } = useText();
  const format = useFormat();
  return (
    <Card title={t('payStubs.earnings')}>
      <Figures
        label={t('payStubs.earnings')}
        wideOnly={2}
        head={[
          t('payStubs.line.description'),
          t('payStubs.line.rate'),
          t('payStubs.line.hours'),
          t('payStubs.current'),
          t('payStubs.yearToDate'),
        ]}
        rows={[
          ...earnings.map(({ description, rate, hours, current, yearToDate }, nth) => ({
            // Hours at two rates are two lines of one name.
            id: `${nth} ${description}`,
            label: description,
            ...(rate !== null &&
              hours !== null && { note: t('payStubs.line.times', { hours, rate: format.money(rate) }) }),
            figures: [
              rate === null ? '' : format.money(rate),
              hours ?? '',
              format.money(current),
              format.money(yearToDate),
            ],
          })),
          {
            id: 'total',
            label: t('payStubs.gross'),
            figures: [
              '',
              isZero(totals.totalEarnHours) ? '' : totals.totalEarnHours,
              format.money(sums.gross),
              format.money(sumsToDate.gross),
            ],
            strong: true,
          },
        ]}
      />
    </Card>
  );
}

const kinds = ['TAX', 'BEFORE_TAX', 'AFTER_TAX'] as const;

function Withheld({ stub: { withheld, totals } }: { stub: Stub }) {
  const { t } = useText();
  const format = useFormat();
  const total: FigureRow = {
    id: 'total',
    label: t('payStubs.withheldTotal'),
    figures: [format.money(totals.totalDedCurrent), format.money(totals.totalDedYTD)],
    strong: true,
  };
  return (
    <Card title={t('payStubs.withheld')}>
      <Figures
        label={t('payStubs.withheld')}
        head={[t('payStubs.line.description'), t('payStubs.current'), t('payStubs.yearToDate')]}
        rows={[
          ...kinds.flatMap((kind): FigureRow[] => {
            const lines = withheld.filter((line) => line.kind === kind);
            if (lines.length === 0) return [];
            return [
              { id: kind, label: t(`payStubs.kind.${kind}`), figures: null },
              ...lines.map(({ description, current, yearToDate }, nth) => ({
                id: `${nth} ${description}`,
                label: description,
                figures: [format.money(current), format.money(yearToDate)],
              })),
            ];
          }),
          total,
        ]}
      />
    </Card>
  );
}

type ItemsProps = { title: string; items: Stub['reimbursements']; note?: string };

/** Amounts that are neither earned nor withheld; nothing where there are none. */
function Items({ title, items, note }: ItemsProps) {
  const { t } = useText();
  const format = useFormat();
  if (items.length === 0) return null;
  return (
    <Card title={title} description={note}>
      <Figures
        label={title}
        head={[t('payStubs.line.description'), t('payStubs.current'), t('payStubs.yearToDate')]}
        rows={items.map(({ description, current, yearToDate }, nth) => ({
          id: `${nth} ${description}`,
          label: description,
          figures: [format.money(current), format.money(yearToDate)],
        }))}
      />
    </Card>
  );
}

type Paid = { id: string; account: string; share: string; amount: string };

function paidInto({ deposits, totals }: Stub, t: ReturnType<typeof useText>['t'], format: Format): Paid[] {
  const rows = deposits.map(({ bankName, bankAccountType, lastFour, amount, percentage, isBalance }) => {
    const kind = t(`payStubs.account.${bankAccountType}`);
    const share = isBalance
      ? t('payStubs.deposit.balance')
      : percentage === null
        ? t('payStubs.deposit.fixed')
        : t('payStubs.deposit.percentage', { percentage });
    const account = t('payStubs.deposit.account', { bank: bankName, kind, lastFour });
    return { id: `${bankName} ${lastFour}`, account, share, amount: format.money(amount) };
  });
  if (isZero(totals.checkAmountCurrent)) return rows;
  const check = {
    id: 'check',
    account: t('payStubs.deposit.check'),
    share: t('payStubs.deposit.checkNote'),
    amount: format.money(totals.checkAmountCurrent),
  };
  return [...rows, check];
}

function Deposits({ stub }: { stub: Stub }) {
  const { t } = useText();
  const format = useFormat();
  const columns: TableColumn<Paid>[] = [
    { id: 'account', header: t('payStubs.deposit.column'), cell: ({ account }) => account },
    {
      id: 'share',
      header: t('payStubs.deposit.share'),
      cell: ({ share }) => <span className="text-sub">{share}</span>,
    },
    { id: 'amount', header: t('payStubs.deposit.amount'), numeric: true, cell: ({ amount }) => amount },
  ];
  return (
    <Card title={t('payStubs.deposits')} flush className="overflow-hidden">
      <Table
        label={t('payStubs.deposits')}
        columns={columns}
        rows={paidInto(stub, t, format)}
        rowKey={({ id }) => id}
      />
    </Card>
  );
}

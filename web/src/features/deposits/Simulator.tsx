/**
 * What would land in each account on a pay date, for a whole pay and for half of one: live, before anything is saved. Accounts that
 * get nothing on that day are named with the reason.
 */
import { useId, useState } from 'react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { cx, DateField, MoneyField } from '../../ui';
import { absence, type Period } from './payday';
import { half, type Share, spread, units } from './split';

export type SimulatedAccount = Share & Period & { id: string; name: string; isNew?: boolean };

type SimulatorProps = {
  /** By priority. */
  accounts: readonly SimulatedAccount[];
  /** The net of the last pay; null when there was none yet. */
  lastNetPay: string | null;
  today: string;
  /** The pay date until someone chooses another. */
  suggestedPayday: string;
  paydayHint: string;
};

const examplePay = '2000.00';

export function Simulator({ accounts: all, lastNetPay, today, suggestedPayday, paydayHint }: SimulatorProps) {
  const { t } = useText();
  const format = useFormat();
  const [netPay, setNetPay] = useState(lastNetPay ?? examplePay);
  const [chosenPayday, setChosenPayday] = useState<string | null>(null);
  const isChosen = chosenPayday !== null && chosenPayday >= today;
  const payday = isChosen ? chosenPayday : suggestedPayday;
  const accounts = all.filter((account) => absence(account, payday) === null);
  const absent = all.filter((account) => absence(account, payday) !== null);
  const whole = spread(netPay, accounts);
  const halved = spread(half(netPay), accounts);
  const total = Number(units(netPay)) || 1;
  const hasCheck = units(whole.check) > 0n || units(halved.check) > 0n;
  return (
    <div className="flex flex-col gap-4">
      <MoneyField
        label={t('deposits.simulator.netPay')}
        description={lastNetPay ? t('deposits.simulator.lastPay') : t('deposits.simulator.example')}
        value={netPay}
        onChange={setNetPay}
      />
      <DateField
        label={t('deposits.simulator.payday')}
        description={paydayHint}
        value={chosenPayday ?? suggestedPayday}
        onChange={setChosenPayday}
        min={today}
      />
      <table className="w-full text-[.875rem]">
        <caption className="sr-only">{t('deposits.simulator.title')}</caption>
        <thead>
          <tr className="text-left text-sm text-sub">
            <th scope="col" className="pb-2 font-normal">
              {t('deposits.simulator.account')}
            </th>
            <th scope="col" className="pb-2 pl-3 text-right font-normal">
              {t('deposits.simulator.whole')}
            </th>
            <th scope="col" className="pb-2 pl-3 text-right font-normal">
              {t('deposits.simulator.half')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {accounts.map((account, place) => (
            <tr key={account.id}>
              <th scope="row" className={cx('min-w-0 py-2 text-left', account.isNew ? 'font-semibold' : 'font-normal')}>
                <span className="break-words">{account.name}</span>
                <span aria-hidden className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-chart-track">
                  <span
                    className="block h-full rounded-full bg-brand"
                    style={{ width: `${Math.round((Number(units(whole.amounts[place] ?? '0')) * 100) / total)}%` }}
                  />
                </span>
              </th>
              <td className="py-2 pl-3 text-right align-top tabular-nums">
                {format.money(whole.amounts[place] ?? '0')}
              </td>
              <td className="py-2 pl-3 text-right align-top tabular-nums">
                {format.money(halved.amounts[place] ?? '0')}
              </td>
            </tr>
          ))}
          {hasCheck && (
            <tr>
              <th scope="row" className="py-2 text-left font-normal">
                {t('deposits.simulator.check')}
              </th>
              <td className="py-2 pl-3 text-right tabular-nums">{format.money(whole.check)}</td>
              <td className="py-2 pl-3 text-right tabular-nums">{format.money(halved.check)}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr className="border-t border-line font-semibold">
            <th scope="row" className="pt-2 text-left">
              {t('deposits.simulator.total')}
            </th>
            <td className="pt-2 pl-3 text-right tabular-nums">{format.money(netPay || '0')}</td>
            <td className="pt-2 pl-3 text-right tabular-nums">{format.money(half(netPay))}</td>
          </tr>
        </tfoot>
      </table>
      {absent.length > 0 && <Absent accounts={absent} payday={payday} />}
    </div>
  );
}

function Absent({ accounts, payday }: { accounts: readonly SimulatedAccount[]; payday: string }) {
  const { t } = useText();
  const format = useFormat();
  const headingId = useId();
  return (
    <div className="text-sm">
      <p id={headingId} className="font-semibold">
        {t('deposits.simulator.absent')}
      </p>
      <ul aria-labelledby={headingId} className="mt-1 flex flex-col gap-1 text-sub">
        {accounts.map((account) => {
          const why = absence(account, payday);
          return (
            <li key={account.id} className="break-words">
              {why?.reason === 'later' || why?.reason === 'ended'
                ? t(`deposits.simulator.absent.${why.reason}`, { account: account.name, day: format.day(why.day) })
                : t('deposits.simulator.absent.pending', { account: account.name })}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

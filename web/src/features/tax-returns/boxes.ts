/** The boxes of a W-2 as rows to read: number, words, amount. Pure. */
import type { TextKey, Translate } from '../../i18n';
import type { Format } from '../../i18n/format';
import type { TaxForm } from './forms';

export type BoxRow = { id: string; number: string; label: string; value: string };

const plain = ['box1', 'box2', 'box3', 'box4', 'box5', 'box6'] as const;
/** Letters of box 12 that have words here; any other is shown as its letter. */
const known: Readonly<Record<string, TextKey>> = { D: 'taxReturns.box12.D', W: 'taxReturns.box12.W' };

export function boxRows({ boxes }: TaxForm, t: Translate, format: Format): BoxRow[] {
  const rows: BoxRow[] = plain.map((id) => ({
    id,
    number: id.slice(3),
    label: t(`taxReturns.${id}`),
    value: format.money(boxes[id]),
  }));
  for (const { code, amount } of boxes.box12) {
    const words = known[code];
    rows.push({
      id: `12${code}`,
      number: `12${code}`,
      label: words ? t(words) : t('taxReturns.box12.other', { code }),
      value: format.money(amount),
    });
  }
  for (const { code, amount } of boxes.box14)
    rows.push({ id: `14${code}`, number: '14', label: code, value: format.money(amount) });
  if (boxes.box15 && boxes.box16 && boxes.box17) {
    const state = boxes.box15;
    rows.push(
      { id: '16', number: '16', label: t('taxReturns.box16', { state }), value: format.money(boxes.box16) },
      { id: '17', number: '17', label: t('taxReturns.box17', { state }), value: format.money(boxes.box17) },
    );
  }
  return rows;
}

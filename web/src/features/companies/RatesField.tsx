/** How much is earned, and how much more after some years. */
import { Plus, Trash2 } from 'lucide-react';
import { useText } from '../../i18n';
import { Button, IconButton, NumberField } from '../../ui';
import type { RateDraft } from './policies';

type RatesFieldProps = { value: RateDraft[]; onChange: (rates: RateDraft[]) => void; error: string | undefined };

const maximumRates = 20;
const fourDecimals = { maximumFractionDigits: 4 } as const;

export function RatesField({ value, onChange, error }: RatesFieldProps) {
  const { t } = useText();
  const change = (key: number, part: Partial<RateDraft>) =>
    onChange(value.map((rate) => (rate.key === key ? { ...rate, ...part } : rate)));
  const next = Math.max(-1, ...value.map(({ key }) => key)) + 1;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-semibold">{t('companies.rates')}</legend>
      {value.map(({ key, years, hours }, index) => (
        <div key={key} className="flex items-end gap-2 sm:gap-3">
          <NumberField
            className="flex-[5] sm:flex-1"
            label={t('companies.rates.years')}
            value={years}
            onChange={(typed) => change(key, { years: typed })}
            min={0}
            max={80}
            step={1}
          />
          <NumberField
            className="flex-[6] sm:flex-1"
            label={t('companies.rates.hours')}
            value={hours}
            onChange={(typed) => change(key, { hours: typed })}
            min={0}
            format={fourDecimals}
          />
          {value.length > 1 && (
            <IconButton
              label={t('companies.rates.remove', { row: index + 1 })}
              icon={<Trash2 aria-hidden className="size-4.5" />}
              onPress={() => onChange(value.filter((rate) => rate.key !== key))}
            />
          )}
        </div>
      ))}
      {error && (
        <p role="alert" className="text-sm font-medium text-bad-ink">
          {error}
        </p>
      )}
      {value.length < maximumRates && (
        <Button
          size="sm"
          variant="secondary"
          className="w-fit"
          icon={<Plus aria-hidden className="size-4.5" />}
          onPress={() => onChange([...value, { key: next, years: null, hours: null }])}
        >
          {t('companies.rates.add')}
        </Button>
      )}
    </fieldset>
  );
}

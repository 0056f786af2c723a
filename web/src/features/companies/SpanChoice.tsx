/** Days to come, or all of them. */
import { useText } from '../../i18n';
import { SegmentedChoice } from '../../ui';
import { type Span, spans } from './calendar';

export function SpanChoice({ value, onChange }: { value: Span; onChange: (span: Span) => void }) {
  const { t } = useText();
  return (
    <SegmentedChoice
      label={t('companies.span')}
      hideLabel
      options={spans.map((span) => ({ value: span, label: t(`companies.span.${span}`) }))}
      value={value}
      onChange={onChange}
    />
  );
}

/** The fields of a request and what it would come to beside them. Saving is the editor's business. */
import type { FormEvent, ReactNode } from 'react';
import { type Control, Controller, type UseFormReturn, useController, useWatch } from 'react-hook-form';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import {
  CheckboxField,
  cx,
  DateRangeField,
  Form,
  FormWithPreview,
  Notice,
  NumberField,
  RadioGroup,
  rangeOfFields,
  SelectField,
  TextAreaField,
  TimeField,
} from '../../ui';
import { type Draft, type Half, halves, notesMaximumCharacters, type Unit, units } from './rules';
import type { Balance } from './timeOff';
import { useMending } from './useMending';
import { useRefusalText } from './useRefusalText';

type RequestFormProps = {
  id: string;
  form: UseFormReturn<Draft>;
  balances: readonly Balance[];
  /** Who reads the notes. */
  notesHint: string;
  /** Why the last try to send came to nothing. */
  failure: string | null;
  /** What saving brings with it. */
  notice: string | null;
  /** For which payday it counts. */
  timing: string | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  attachments: ReactNode;
  preview: ReactNode;
};

export function RequestForm(props: RequestFormProps) {
  const { id, form, balances, notesHint, failure, notice, timing, onSubmit, attachments, preview } = props;
  const { t } = useText();
  const format = useFormat();
  const refusalText = useRefusalText();
  const { control } = form;
  useMending(form);
  const unit = useWatch({ control, name: 'unit' });

  return (
    <Form id={id} onSubmit={onSubmit} error={failure && `${failure} ${t('timeOff.form.nothingLost')}`}>
      {notice && <Notice tone="warn">{notice}</Notice>}
      {timing && <Notice>{timing}</Notice>}
      <FormWithPreview label={t('timeOff.preview.title')} preview={preview}>
        <Controller
          control={control}
          name="typeId"
          render={({ field, fieldState }) => (
            <SelectField
              {...field}
              label={t('timeOff.form.type')}
              required
              options={balances.map(({ typeId, type, hasBalance, availableBalance }) => ({
                value: typeId,
                label: type,
                description: hasBalance
                  ? t('timeOff.form.available', { hours: format.decimal(availableBalance) })
                  : t('timeOff.form.uncounted'),
              }))}
              error={refusalText(fieldState.error?.message)}
            />
          )}
        />
        <DatesField control={control} />
        <Controller
          control={control}
          name="includeWeekends"
          render={({ field }) => <CheckboxField {...field} label={t('timeOff.form.includeWeekends')} />}
        />
        <Controller
          control={control}
          name="unit"
          render={({ field: { value, onChange, ref } }) => (
            <RadioGroup
              ref={ref}
              label={t('timeOff.form.unit')}
              layout="row"
              value={value}
              onChange={(chosen) => onChange(chosen as Unit)}
              options={units.map((each) => ({ value: each, label: t(`timeOff.unit.${each}`) }))}
            />
          )}
        />
        {unit === 'half' && (
          <Controller
            control={control}
            name="half"
            render={({ field: { value, onChange, ref } }) => (
              <RadioGroup
                ref={ref}
                label={t('timeOff.form.half')}
                layout="row"
                value={value}
                onChange={(chosen) => onChange(chosen as Half)}
                options={halves.map((each) => ({ value: each, label: t(`timeOff.half.${each}`) }))}
              />
            )}
          />
        )}
        {unit === 'hours' && <HoursFields control={control} />}
        <Controller
          control={control}
          name="notes"
          render={({ field, fieldState }) => (
            <TextAreaField
              {...field}
              label={t('timeOff.form.notes')}
              description={<NotesHint hint={notesHint} notes={field.value} />}
              error={refusalText(fieldState.error?.message)}
              rows={3}
            />
          )}
        />
        {attachments}
      </FormWithPreview>
    </Form>
  );
}

/** By the hour: so long each day, or each day from a time to a time. */
function HoursFields({ control }: { control: Control<Draft> }) {
  const { t } = useText();
  const refusalText = useRefusalText();
  const [startDate, endDate, isAtTime] = useWatch({ control, name: ['startDate', 'endDate', 'isAtTime'] });
  const isOneDay = startDate === endDate;
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="sr-only">{t('timeOff.form.howLong')}</legend>
      <Controller
        control={control}
        name="isAtTime"
        render={({ field }) => <CheckboxField {...field} label={t('timeOff.form.atTime')} />}
      />
      <div className="grid grid-cols-2 gap-4">
        {isAtTime ? (
          <>
            <Controller
              control={control}
              name="startTime"
              render={({ field, fieldState }) => (
                <TimeField
                  {...field}
                  label={isOneDay ? t('timeOff.form.startTime') : t('timeOff.form.startTimeADay')}
                  required
                  error={refusalText(fieldState.error?.message)}
                />
              )}
            />
            <Controller
              control={control}
              name="endTime"
              render={({ field, fieldState }) => (
                <TimeField
                  {...field}
                  label={isOneDay ? t('timeOff.form.endTime') : t('timeOff.form.endTimeADay')}
                  required
                  error={refusalText(fieldState.error?.message)}
                />
              )}
            />
          </>
        ) : (
          <>
            <Controller
              control={control}
              name="hours"
              render={({ field, fieldState }) => (
                <NumberField
                  {...field}
                  label={isOneDay ? t('timeOff.form.hours') : t('timeOff.form.hoursADay')}
                  min={0}
                  max={24}
                  error={refusalText(fieldState.error?.message)}
                />
              )}
            />
            <Controller
              control={control}
              name="minutes"
              render={({ field, fieldState }) => (
                <NumberField
                  {...field}
                  label={t('timeOff.form.minutes')}
                  min={0}
                  max={59}
                  stride={5}
                  error={refusalText(fieldState.error?.message)}
                />
              )}
            />
          </>
        )}
      </div>
    </fieldset>
  );
}

function NotesHint({ hint, notes }: { hint: string; notes: string }) {
  const format = useFormat();
  const count = Array.from(notes.trim()).length;
  return (
    <span className="flex grow justify-between gap-4">
      <span>{hint}</span>
      <span className={cx('flex-none tabular-nums', count > notesMaximumCharacters && 'font-semibold text-bad-ink')}>
        {format.number(count)} / {format.number(notesMaximumCharacters)}
      </span>
    </span>
  );
}

function DatesField({ control }: { control: Control<Draft> }) {
  const { t } = useText();
  const refusalText = useRefusalText();
  const start = useController({ control, name: 'startDate' });
  const end = useController({ control, name: 'endDate' });
  const { refusal, ...range } = rangeOfFields(start, end);
  return <DateRangeField label={t('timeOff.form.dates')} required {...range} error={refusalText(refusal)} />;
}

/** The fields of an announcement and the live preview beside them. Saving is the editor's business. */
import type { UseQueryResult } from '@tanstack/react-query';
import { type FormEvent, useEffect, useMemo } from 'react';
import { type Control, Controller, type UseFormReturn, useController, useWatch } from 'react-hook-form';
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import {
  Button,
  cx,
  DateRangeField,
  Form,
  FormWithPreview,
  Notice,
  rangeOfFields,
  Skeleton,
  TextAreaField,
} from '../../ui';
import { AudiencePreview } from './AudiencePreview';
import { Excerpt } from './Excerpt';
import { countCharacters, type Draft, messageMaximumCharacters } from './rules';
import { TargetFields } from './TargetFields';
import { type Places, type Target, treeFields } from './targets';
import { useRefusalText } from './useRefusalText';

type AnnouncementFormProps = {
  id: string;
  form: UseFormReturn<Draft>;
  actor: Actor;
  places: UseQueryResult<Places>;
  /** Why the last try to save came to nothing. */
  failure: string | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

export function AnnouncementForm({ id, form, actor, places, failure, onSubmit }: AnnouncementFormProps) {
  const { t } = useText();
  const refusalText = useRefusalText();
  const { control, setFocus } = form;
  useEffect(() => setFocus('message'), [setFocus]);
  const target = useTarget(control);
  const message = useWatch({ control, name: 'message' });

  const narrow = (narrowed: Target) => {
    for (const field of [...treeFields, 'payGroupId'] as const) {
      if (narrowed[field] === target[field]) continue;
      form.setValue(field, narrowed[field], { shouldDirty: true });
      form.clearErrors(field);
    }
  };

  return (
    <Form id={id} onSubmit={onSubmit} error={failure && `${failure} ${t('announcements.form.nothingLost')}`}>
      <FormWithPreview
        label={t('announcements.preview.title')}
        preview={
          <>
            <AudiencePreview actor={actor} target={target} />
            <section aria-label={t('announcements.preview.look')} className="flex flex-col gap-2">
              <h3 className="text-sm font-semibold">{t('announcements.preview.look')}</h3>
              <div className="rounded-md border border-line bg-surface p-4 shadow-card">
                {message.trim() === '' ? (
                  <p className="text-sm text-sub">{t('announcements.preview.placeholder')}</p>
                ) : (
                  <Preview control={control} message={message} />
                )}
              </div>
            </section>
          </>
        }
      >
        <Controller
          control={control}
          name="message"
          render={({ field, fieldState }) => (
            <TextAreaField
              {...field}
              label={t('announcements.form.message')}
              description={<MessageHint message={field.value} />}
              error={refusalText(fieldState.error?.message)}
              rows={6}
              required
            />
          )}
        />
        <Controller
          control={control}
          name="messageEs"
          render={({ field, fieldState }) => (
            <TextAreaField
              {...field}
              label={t('announcements.form.inSpanish')}
              description={t('announcements.form.inSpanishHint')}
              error={refusalText(fieldState.error?.message)}
              rows={4}
            />
          )}
        />
        <DatesField control={control} />
        <fieldset className="flex flex-col gap-4">
          <legend className="sr-only">{t('announcements.form.target')}</legend>
          <div>
            <p aria-hidden className="text-sm font-semibold">
              {t('announcements.form.target')}
            </p>
            <p className="text-sm text-sub text-pretty">{t('announcements.form.targetHint')}</p>
          </div>
          {places.isPending && <Skeleton className="h-11 w-full" />}
          {places.isError && (
            <Notice
              tone="bad"
              action={
                <Button size="sm" variant="secondary" onPress={() => void places.refetch()} pending={places.isFetching}>
                  {t('app.retry')}
                </Button>
              }
            >
              {t('announcements.form.placesFailed')}
            </Notice>
          )}
          {places.data && <TargetFields control={control} places={places.data} target={target} onNarrowed={narrow} />}
        </fieldset>
      </FormWithPreview>
    </Form>
  );
}

/** One object while nothing in it changes, so that the audience is asked for only when the aim moves. */
function useTarget(control: Control<Draft>): Target {
  const [payGroupId, divisionId, branchId, departmentId, teamId] = useWatch({
    control,
    name: ['payGroupId', 'divisionId', 'branchId', 'departmentId', 'teamId'],
  });
  return useMemo(
    () => ({ payGroupId, divisionId, branchId, departmentId, teamId }),
    [payGroupId, divisionId, branchId, departmentId, teamId],
  );
}

function MessageHint({ message }: { message: string }) {
  const { t } = useText();
  const format = useFormat();
  const count = countCharacters(message);
  return (
    <span className="flex justify-between gap-4">
      <span>{t('announcements.form.messageHint')}</span>
      <span className={cx('flex-none tabular-nums', count > messageMaximumCharacters && 'font-semibold text-bad-ink')}>
        {format.number(count)} / {format.number(messageMaximumCharacters)}
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
  return <DateRangeField label={t('announcements.form.dates')} required {...range} error={refusalText(refusal)} />;
}

function Preview({ control, message }: { control: Control<Draft>; message: string }) {
  const format = useFormat();
  const startDate = useWatch({ control, name: 'startDate' });
  return (
    <>
      <Excerpt message={message} />
      {startDate && <span className="mt-1 block text-sm text-sub tabular-nums">{format.day(startDate)}</span>}
    </>
  );
}

/** The lines of a tax form in the order of the paper, and the signature at its end. */
import type { FormEvent, ReactNode } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { findCode } from '../../api/known-codes';
import { useText } from '../../i18n';
import { CheckboxField, Form, FormRow, MoneyField, RadioGroup, TextField } from '../../ui';
import type { Level } from './forms';
import { type Draft, roundedUp } from './rules';

type TaxFormFieldsProps = {
  id: string;
  form: UseFormReturn<Draft>;
  level: Level;
  statuses: readonly { code: string; description: string }[];
  signerName: string;
  failure: string | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

type MoneyName = 'exemptionAmount' | 'otherAmount' | 'w4TotalDependents' | 'w4OtherIncome' | 'w4Deductions';
type CountName = 'numberOfDependents' | 'numberOfExemptions';

export function TaxFormFields({ id, form, level, statuses, signerName, failure, onSubmit }: TaxFormFieldsProps) {
  const { t } = useText();
  const { control } = form;
  const told = useTold();
  const isFederal = level === 'federal';

  const money = (name: MoneyName, hint?: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <MoneyField
          {...field}
          label={t(`taxSetup.line.${name}`)}
          description={hint}
          error={told(fieldState.error?.message)}
        />
      )}
    />
  );
  const count = (name: CountName) => (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <TextField
          {...field}
          label={t(`taxSetup.line.${name}`)}
          error={told(fieldState.error?.message)}
          inputMode="decimal"
          maxLength={6}
          tabular
          onBlur={() => {
            field.onChange(roundedUp(field.value));
            field.onBlur();
          }}
        />
      )}
    />
  );
  const classic = (
    <>
      <FormRow>
        {count('numberOfDependents')}
        {count('numberOfExemptions')}
      </FormRow>
      <FormRow>
        {money('exemptionAmount')}
        {isFederal && money('otherAmount')}
      </FormRow>
    </>
  );

  return (
    <Form id={id} onSubmit={onSubmit} error={failure && `${failure} ${t('taxSetup.nothingLost')}`}>
      {statuses.length > 0 && (
        <Controller
          control={control}
          name="maritalStatus"
          render={({ field, fieldState }) => (
            <RadioGroup
              {...field}
              label={t(isFederal ? 'taxSetup.step.status' : 'taxSetup.line.maritalStatus')}
              error={told(fieldState.error?.message)}
              required={level !== 'local'}
              options={statuses.map(({ code, description }) => ({ value: code, label: description }))}
            />
          )}
        />
      )}
      {isFederal && (
        <>
          <Controller
            control={control}
            name="multipleJobs"
            render={({ field }) => (
              <CheckboxField
                {...field}
                label={t('taxSetup.step.multipleJobs')}
                description={t('taxSetup.step.multipleJobsHint')}
              />
            )}
          />
          {money('w4TotalDependents', t('taxSetup.step.dependentsHint'))}
          <FormRow>
            {money('w4OtherIncome', t('taxSetup.step.otherIncomeHint'))}
            {money('w4Deductions', t('taxSetup.step.deductionsHint'))}
          </FormRow>
        </>
      )}
      {!isFederal && classic}
      {level !== 'local' && <Additional form={form} told={told} />}
      {isFederal && (
        <details className="rounded-lg border border-line p-4">
          <summary className="focus-ring cursor-pointer rounded-sm font-medium">{t('taxSetup.classic')}</summary>
          <div className="mt-4 flex flex-col gap-5">
            <p className="text-sm text-sub text-pretty">{t('taxSetup.classicHint')}</p>
            {classic}
          </div>
        </details>
      )}
      <fieldset className="flex flex-col gap-4 rounded-lg bg-sunken p-4">
        <legend className="float-left mb-1 w-full text-sm font-semibold">{t('taxSetup.signature')}</legend>
        <p className="clear-both text-pretty">{t(`taxSetup.declaration.${level}`)}</p>
        <Controller
          control={control}
          name="signature"
          render={({ field, fieldState }) => (
            <TextField
              {...field}
              label={t('taxSetup.signatureName')}
              description={t('taxSetup.signatureHint', { name: signerName })}
              error={told(fieldState.error?.message)}
              autoComplete="off"
              maxLength={120}
              required
            />
          )}
        />
      </fieldset>
    </Form>
  );
}

type Told = (message: string | undefined) => string | undefined;

/** A rule's code in the person's words. */
function useTold(): Told {
  const { t } = useText();
  return (message) => {
    // «All fields are required» is the sentence of direct deposits. Here it is one field that is missing.
    const asked = message === 'FIELDS_REQUIRED' ? 'REQUIRED' : message;
    const code = findCode(asked);
    return code && t(`error.${code}`);
  };
}

function Additional({ form, told }: { form: UseFormReturn<Draft>; told: Told }): ReactNode {
  const { t } = useText();
  const { control } = form;
  const type = useWatch({ control, name: 'additionalType' });
  return (
    <>
      <Controller
        control={control}
        name="additionalType"
        render={({ field, fieldState }) => (
          <RadioGroup
            {...field}
            // The kit takes '' for «nothing chosen yet»; here it is a choice.
            value={field.value === '' ? 'none' : field.value}
            onChange={(value) => field.onChange(value === 'none' ? '' : value)}
            label={t('taxSetup.line.additional')}
            error={told(fieldState.error?.message)}
            layout="row"
            options={(['none', 'amount', 'percentage'] as const).map((value) => ({
              value,
              label: t(`taxSetup.additional.${value}`),
            }))}
          />
        )}
      />
      {type !== '' && (
        <Controller
          control={control}
          name="additionalAmount"
          render={({ field, fieldState }) => (
            <MoneyField
              {...field}
              label={t(type === 'percentage' ? 'taxSetup.additionalPercent' : 'taxSetup.additionalAmount')}
              error={told(fieldState.error?.message)}
              {...(type === 'percentage' ? { symbol: '%' } : {})}
            />
          )}
        />
      )}
    </>
  );
}

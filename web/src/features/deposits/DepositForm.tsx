/**
 * The fields of an account. Number, bank and type of one that is there are shown, not offered. No number is cut to its length: two pasted
 * numbers that lost the same digits would confirm each other.
 */
import type { FormEvent } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { DateField, FactList, Form, FormRow, MoneyField, RadioGroup, SelectField, TextField } from '../../ui';
import type { Deposit } from './deposit';
import type { Draft } from './rules';
import { useBank } from './useBank';
import { useDepositText } from './useDepositText';

type DepositFormProps = {
  id: string;
  actor: Actor;
  form: UseFormReturn<Draft>;
  deposit: Deposit | null;
  failure: string | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

export function DepositForm({ id, actor, form, deposit, failure, onSubmit }: DepositFormProps) {
  const { t } = useText();
  const text = useDepositText();
  const { control } = form;
  const [amountType, type, routingNumber] = useWatch({
    control,
    name: ['amountType', 'bankAccountType', 'bankRoutingNumber'],
  });
  const bank = useBank(actor, routingNumber);
  const isMoneyMarket = type === 'moneyMarket';

  return (
    <Form id={id} onSubmit={onSubmit} error={failure && `${failure} ${t('deposits.form.nothingLost')}`}>
      {deposit ? (
        <FactList
          facts={[
            { label: t('deposits.form.bank'), value: deposit.bankDesignation || t('deposits.someBank') },
            { label: t('deposits.form.routing'), value: deposit.bankRoutingNumber, numeric: true },
            { label: t('deposits.form.number'), value: deposit.bankAccountNumber, numeric: true },
            { label: t('deposits.form.type'), value: t(`deposits.type.${deposit.bankAccountType}`) },
          ]}
        />
      ) : (
        <>
          <Controller
            control={control}
            name="bankAccountType"
            render={({ field, fieldState }) => (
              <SelectField
                {...field}
                label={t('deposits.form.type')}
                required
                error={text.refusal(fieldState.error?.message)}
                options={(['checking', 'savings', 'moneyMarket'] as const).map((value) => ({
                  value,
                  label: t(`deposits.type.${value}`),
                }))}
              />
            )}
          />
          <Controller
            control={control}
            name="bankRoutingNumber"
            render={({ field, fieldState }) => (
              <TextField
                {...field}
                label={t('deposits.form.routing')}
                description={bank.name ?? t('deposits.form.routingHint')}
                error={text.refusal(fieldState.error?.message ?? bank.refusal)}
                inputMode="numeric"
                autoComplete="off"
                tabular
                required
              />
            )}
          />
          <FormRow>
            <Controller
              control={control}
              name="bankAccountNumber"
              render={({ field, fieldState }) => (
                <TextField
                  {...field}
                  label={t('deposits.form.number')}
                  description={isMoneyMarket ? t('deposits.form.numberHintMoneyMarket') : t('deposits.form.numberHint')}
                  error={text.refusal(fieldState.error?.message)}
                  inputMode="numeric"
                  autoComplete="off"
                  tabular
                  required
                />
              )}
            />
            <Controller
              control={control}
              name="confirmAccountNumber"
              render={({ field, fieldState }) => (
                <TextField
                  {...field}
                  label={t('deposits.form.confirmNumber')}
                  error={text.refusal(fieldState.error?.message)}
                  inputMode="numeric"
                  autoComplete="off"
                  tabular
                  required
                />
              )}
            />
          </FormRow>
        </>
      )}
      <Controller
        control={control}
        name="amountType"
        render={({ field, fieldState }) => (
          <RadioGroup
            {...field}
            label={t('deposits.form.amountType')}
            error={text.refusal(fieldState.error?.message)}
            required
            options={(['fixed', 'percentage', 'balance'] as const).map((value) => ({
              value,
              label: t(`deposits.amountType.${value}`),
              description: t(`deposits.amountHint.${value}`),
            }))}
          />
        )}
      />
      {amountType !== 'balance' && (
        <Controller
          control={control}
          name="amount"
          render={({ field, fieldState }) =>
            amountType === 'fixed' ? (
              <MoneyField
                {...field}
                label={t('deposits.form.amount')}
                error={text.refusal(fieldState.error?.message)}
                required
              />
            ) : (
              <TextField
                {...field}
                label={t('deposits.form.percentage')}
                description={t('deposits.form.percentageHint')}
                error={text.refusal(fieldState.error?.message)}
                inputMode="numeric"
                maxLength={6}
                suffix="%"
                tabular
                required
              />
            )
          }
        />
      )}
      <FormRow>
        <Controller
          control={control}
          name="startDate"
          render={({ field, fieldState }) => (
            <DateField
              {...field}
              label={t('deposits.form.startDate')}
              error={text.refusal(fieldState.error?.message)}
              disabledReason={
                deposit && deposit.bankStatus === 'Active' ? t('deposits.form.startDateFixed') : undefined
              }
              required
            />
          )}
        />
        <Controller
          control={control}
          name="endDate"
          render={({ field, fieldState }) => (
            <DateField
              {...field}
              label={t('deposits.form.endDate')}
              description={t('deposits.form.endDateHint')}
              error={text.refusal(fieldState.error?.message)}
            />
          )}
        />
      </FormRow>
    </Form>
  );
}

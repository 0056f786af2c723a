/** Whom the announcement is for: selects that narrow each other along the organization tree. */
import { type Control, useController } from 'react-hook-form';
import { useText } from '../../i18n';
import { SelectField, type SelectOption } from '../../ui';
import type { Draft } from './rules';
import { choices, type Places, type Target, type TargetField, treeFields, withoutMisfits } from './targets';
import { useRefusalText } from './useRefusalText';

/** A select has no word for "no choice"; this stands for it. */
const anyValue = 'any';

type TargetFieldsProps = {
  control: Control<Draft>;
  places: Places;
  target: Target;
  onNarrowed: (target: Target) => void;
};

export function TargetFields({ control, places, target, onNarrowed }: TargetFieldsProps) {
  const optionsOf = (field: TargetField): { value: string; label: string }[] =>
    field === 'payGroupId'
      ? places.payGroups.map(({ id, payGroupName }) => ({ value: id, label: payGroupName }))
      : choices(field, target, places.organizations).map(({ id, organizationName }) => ({
          value: id,
          label: organizationName,
        }));

  // A level that the company does not have is not asked for.
  const everywhere = { ...target, divisionId: null, branchId: null, departmentId: null, teamId: null };
  const levels = treeFields.filter(
    (field) => target[field] !== null || choices(field, everywhere, places.organizations).length > 0,
  );

  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      {([...levels, 'payGroupId'] as const).map((field) => (
        <TargetSelect
          key={field}
          control={control}
          name={field}
          options={optionsOf(field)}
          onChosen={(id) => onNarrowed(withoutMisfits({ ...target, [field]: id }, places.organizations))}
        />
      ))}
    </div>
  );
}

type TargetSelectProps = {
  control: Control<Draft>;
  name: TargetField;
  options: SelectOption[];
  onChosen: (id: string | null) => void;
};

function TargetSelect({ control, name, options, onChosen }: TargetSelectProps) {
  const { t } = useText();
  const refusalText = useRefusalText();
  const { field, fieldState } = useController({ control, name });
  const everything = { value: anyValue, label: t(`announcements.target.any.${name}`) };
  // A place that was chosen and closed since stays visible, so that the person sees what to change.
  const isGone = field.value !== null && !options.some(({ value }) => value === field.value);
  const gone = isGone && field.value ? [{ value: field.value, label: t('announcements.target.gone') }] : [];
  return (
    <SelectField
      label={t(`announcements.target.${name}`)}
      options={[everything, ...options, ...gone]}
      value={field.value ?? anyValue}
      onChange={(chosen) => onChosen(chosen === anyValue || chosen === '' ? null : chosen)}
      onBlur={field.onBlur}
      ref={field.ref}
      error={refusalText(fieldState.error?.message)}
    />
  );
}

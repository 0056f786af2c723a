// One of a list: SelectField for a short list one knows, ComboboxField for a long one to type into.
import { Check, ChevronDown, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useState } from 'react';
import {
  Button as AriaButton,
  ComboBox as AriaComboBox,
  Select as AriaSelect,
  Group,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from 'react-aria-components';
import { FieldLabel, FieldNotes, type FieldProps, fieldState } from './field';
import { bareInput, controlBox, cx, optionRow, popoverBox } from './style';
import { useUiText } from './text';

export interface SelectOption {
  value: string;
  label: string;
  description?: string | undefined;
  icon?: ReactNode | undefined;
  disabled?: boolean | undefined;
}

export interface SelectFieldProps extends FieldProps {
  options: SelectOption[];
  /** '' when nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
}

export function SelectField(props: SelectFieldProps) {
  const { options, value, onChange, placeholder, onBlur, ref } = props;
  const text = useUiText();
  return (
    <AriaSelect
      {...fieldState(props)}
      value={value === '' ? null : value}
      onChange={(key) => onChange(key === null ? '' : String(key))}
      placeholder={placeholder ?? text.choose}
      {...(onBlur ? { onBlur } : {})}
    >
      <FieldLabel field={props} />
      <AriaButton
        ref={ref as Ref<HTMLButtonElement>}
        className={cx(
          controlBox,
          'focus-ring justify-between gap-2 px-3.5 text-left focus-visible:outline-offset-[-1px]',
        )}
      >
        <SelectValue className="min-w-0 flex-1 truncate data-[placeholder]:text-sub [&_[slot=description]]:hidden [&_.option-check]:hidden" />
        <ChevronDown aria-hidden className="size-4.5 flex-none text-sub" />
      </AriaButton>
      <FieldNotes field={props} />
      <Popover className={cx(popoverBox, 'min-w-(--trigger-width) overflow-auto')}>
        <Options options={options} />
      </Popover>
    </AriaSelect>
  );
}

export interface ComboboxFieldProps extends FieldProps {
  options: SelectOption[];
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
  /** For options that a server finds: called with what is typed; the options given are then shown as they are. */
  onSearch?: ((typed: string) => void) | undefined;
  loading?: boolean | undefined;
  /**
   * For a search: what Enter and Tab choose where nothing is highlighted, null where nothing was found. They wait for it while loading,
   * and words that found nothing stay. Undefined while nothing is searched for.
   */
  match?: string | null | undefined;
}

export function ComboboxField(props: ComboboxFieldProps) {
  const { options, value, onChange, placeholder, onSearch, loading, match, onBlur, ref } = props;
  const text = useUiText();
  const state = fieldState(props);
  const [isAwaited, setAwaited] = useState(false);

  useEffect(() => {
    if (!isAwaited || loading) return;
    setAwaited(false);
    if (match) onChange(match);
  }, [isAwaited, loading, match, onChange]);

  const search = (typed: string) => {
    setAwaited(false);
    onSearch?.(typed);
  };

  // Before react-aria hears of the key, which would empty the field.
  const take = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!['Enter', 'Tab'].includes(event.key) || event.nativeEvent.isComposing || match === undefined) return;
    const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true';
    if (!isOpen || event.currentTarget.hasAttribute('aria-activedescendant')) return;
    if (!loading && match === value) return;
    if (loading) setAwaited(true);
    else if (match !== null) onChange(match);
    if (event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <AriaComboBox
      {...state}
      value={value === '' ? null : value}
      onChange={(key) => onChange(key === null ? '' : String(key))}
      {...(onSearch ? { items: options, onInputChange: search } : { defaultItems: options })}
      {...(onBlur ? { onBlur } : {})}
      allowsEmptyCollection
      allowsCustomValue={match !== undefined && value === ''}
      menuTrigger="focus"
    >
      <FieldLabel field={props} />
      <Group className={controlBox} isInvalid={state.isInvalid} isDisabled={state.isDisabled}>
        <Input
          ref={ref as Ref<HTMLInputElement>}
          placeholder={placeholder ?? text.choose}
          onKeyDownCapture={take}
          className={cx(bareInput, 'pr-1')}
        />
        {value !== '' && !state.isDisabled && (
          // Outside the combobox's own button slot: this one empties the field.
          <AriaButton
            slot={null}
            aria-label={text.clear}
            onPress={() => onChange('')}
            className="focus-ring grid size-9 flex-none place-items-center rounded-sm text-sub hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </AriaButton>
        )}
        <AriaButton className="grid h-full w-10 flex-none place-items-center text-sub outline-none">
          <ChevronDown aria-hidden className="size-4.5" />
        </AriaButton>
      </Group>
      <FieldNotes field={props} />
      <Popover className={cx(popoverBox, 'w-(--trigger-width) min-w-56 overflow-auto')}>
        <Options options={onSearch ? undefined : options} empty={loading ? text.loading : text.noMatches} />
      </Popover>
    </AriaComboBox>
  );
}

function Options({ options, empty }: { options: SelectOption[] | undefined; empty?: string }) {
  return (
    <ListBox
      {...(options ? { items: options } : {})}
      className="max-h-80 overflow-auto p-1.5 outline-none"
      renderEmptyState={() => <p className="px-3 py-2.5 text-sub">{empty}</p>}
    >
      {(option: SelectOption) => (
        <ListBoxItem
          id={option.value}
          textValue={option.label}
          isDisabled={option.disabled ?? false}
          className={cx(optionRow, 'group hover:bg-hover selected:font-semibold')}
        >
          {option.icon}
          <span className="min-w-0 flex-1">
            <Text slot="label" className="block truncate">
              {option.label}
            </Text>
            {option.description && (
              <Text slot="description" className="block text-sm font-normal text-sub">
                {option.description}
              </Text>
            )}
          </span>
          <Check
            aria-hidden
            className="option-check invisible size-4 flex-none text-brand-ink group-selected:visible"
          />
        </ListBoxItem>
      )}
    </ListBox>
  );
}

// Things that open beside a button: a menu of acts, and a popover with any content.
import { Check } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import {
  Menu as AriaMenu,
  Popover as AriaPopover,
  DialogTrigger,
  Header,
  MenuItem,
  MenuSection,
  MenuTrigger,
  OverlayTriggerStateContext,
  Separator,
  Text,
} from 'react-aria-components';
import { cx, optionRow, popoverBox } from './style';

type Placement = 'bottom start' | 'bottom end' | 'top start' | 'top end';

export interface MenuEntry {
  id: string;
  label: string;
  description?: string | undefined;
  icon?: ReactNode | undefined;
  /** Marks the current one of several. */
  checked?: boolean | undefined;
  tone?: 'normal' | 'danger' | undefined;
  /** Greys the entry out and says why below it. */
  disabledReason?: string | undefined;
  href?: string | undefined;
  /** Opens another site in a new tab. */
  external?: boolean | undefined;
  onAction?: (() => void) | undefined;
}

export interface MenuGroup {
  id: string;
  title?: string | undefined;
  entries: MenuEntry[];
}

export interface MenuProps {
  /** A Button or IconButton. */
  trigger: ReactNode;
  label: string;
  /** Entries, or groups of them divided by lines. */
  entries?: MenuEntry[] | undefined;
  groups?: MenuGroup[] | undefined;
  placement?: Placement | undefined;
}

export function Menu({ trigger, label, entries, groups, placement = 'bottom end' }: MenuProps) {
  const sections = groups ?? [{ id: 'all', entries: entries ?? [] }];
  return (
    <MenuTrigger>
      {trigger}
      <AriaPopover placement={placement} className={cx(popoverBox, 'min-w-52 max-w-80 overflow-auto')}>
        <AriaMenu aria-label={label} className="p-1.5 outline-none">
          {sections.flatMap((section, index) => [
            ...(index > 0
              ? [<Separator key={`${section.id}-line`} className="mx-1.5 my-1.5 border-t border-line" />]
              : []),
            <MenuSection key={section.id} aria-label={section.title ?? label}>
              {section.title && (
                <Header className="px-3 pt-1.5 pb-1 text-xs font-semibold text-sub">{section.title}</Header>
              )}
              {section.entries.map(renderEntry)}
            </MenuSection>,
          ])}
        </AriaMenu>
      </AriaPopover>
    </MenuTrigger>
  );
}

function renderEntry(entry: MenuEntry) {
  const note = entry.disabledReason ?? entry.description;
  return (
    <MenuItem
      key={entry.id}
      id={entry.id}
      textValue={entry.label}
      isDisabled={entry.disabledReason !== undefined}
      {...(entry.href ? { href: entry.href } : {})}
      {...(entry.external ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      {...(entry.onAction ? { onAction: entry.onAction } : {})}
      className={cx(optionRow, 'cursor-pointer font-medium', entry.tone === 'danger' && 'text-bad-ink')}
    >
      {entry.icon && (
        <span className={cx('flex-none [&>svg]:size-4.5', entry.tone !== 'danger' && 'text-sub')}>{entry.icon}</span>
      )}
      <span className="min-w-0 flex-1">
        <Text slot="label" className="block truncate">
          {entry.label}
        </Text>
        {note && (
          <Text slot="description" className="block text-sm font-normal text-sub">
            {note}
          </Text>
        )}
      </span>
      {entry.checked && <Check aria-hidden className="size-4 flex-none text-brand-ink" />}
    </MenuItem>
  );
}

export interface PopoverProps {
  /** A Button or IconButton. */
  trigger: ReactNode;
  label: string;
  /** Content; a function receives a way to close. */
  children: ReactNode | ((close: () => void) => ReactNode);
  placement?: Placement | undefined;
  className?: string | undefined;
}

export function Popover({ trigger, label, children, placement = 'bottom end', className }: PopoverProps) {
  return (
    <DialogTrigger>
      {trigger}
      {/* Without a dialog of its own inside, the popover is one, with the hidden buttons that close it. */}
      <AriaPopover
        aria-label={label}
        placement={placement}
        className={cx(popoverBox, 'max-w-[calc(100vw-1rem)] overflow-auto outline-none')}
      >
        <PopoverContent className={className}>{children}</PopoverContent>
      </AriaPopover>
    </DialogTrigger>
  );
}

function PopoverContent({ children, className }: Pick<PopoverProps, 'children' | 'className'>) {
  const trigger = useContext(OverlayTriggerStateContext);
  return (
    <div className={cx('p-5', className)}>
      {typeof children === 'function' ? children(() => trigger?.close()) : children}
    </div>
  );
}

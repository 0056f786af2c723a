// Buttons, links that look like buttons, and links. A button that may not be pressed can say why: it stays in the
// tab order, is announced as disabled, and shows `disabledReason` on hover, focus and tap.
import { Loader2 } from 'lucide-react';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps, Link as AriaLink } from 'react-aria-components';
import { cx } from './style';
import { TooltipBubble, useTooltip } from './tooltip';

export type ButtonVariant = 'primary' | 'secondary' | 'soft' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-hover pressed:bg-brand-hover',
  secondary: 'bg-button text-ink border border-line hover:bg-hover pressed:bg-press',
  soft: 'bg-brand-soft text-brand-soft-ink hover:bg-brand-soft-hover pressed:bg-brand-soft-hover',
  ghost: 'text-ink hover:bg-hover pressed:bg-press',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover pressed:bg-danger-hover',
};

// Solid buttons turn grey; outlined and bare ones only lose their ink, so that a dead button is never the loudest.
const greyed = 'bg-neutral-soft text-sub';
const faded = 'text-sub';
const unavailable: Record<ButtonVariant, string> = {
  primary: greyed,
  secondary: `${faded} border border-line bg-transparent`,
  soft: greyed,
  ghost: faded,
  danger: greyed,
};

// Phones get the taller boxes: nothing to press is under 40 px there.
const sizes: Record<ButtonSize, string> = {
  sm: 'h-9 max-sm:h-10 px-3 text-sm rounded-sm',
  md: 'h-10 max-sm:h-11 px-4 text-[.875rem] rounded-md',
  lg: 'h-12 px-5 text-base rounded-md',
};

const iconSizes: Record<ButtonSize, string> = {
  sm: 'size-9 max-sm:size-10 rounded-sm',
  md: 'size-10 max-sm:size-11 rounded-md',
  lg: 'size-12 rounded-md',
};

const base =
  'focus-ring relative inline-flex flex-none select-none items-center justify-center gap-2 whitespace-nowrap font-semibold transition-colors';

interface PressableProps {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Takes the whole width of its container. */
  wide?: boolean | undefined;
  className?: string | undefined;
}

export interface ButtonProps extends PressableProps {
  children: ReactNode;
  /** Shown before the text. */
  icon?: ReactNode | undefined;
  onPress?: (() => void) | undefined;
  type?: 'button' | 'submit' | 'reset' | undefined;
  /** Work is under way: shows a spinner, keeps the focus, takes no presses. */
  pending?: boolean | undefined;
  /** What is under way, in place of the text, where the spinner alone says too little. */
  pendingLabel?: string | undefined;
  disabled?: boolean | undefined;
  /** Makes the button unavailable and tells why. */
  disabledReason?: string | undefined;
  /** The id of the form to submit when the button stands outside of it. */
  form?: string | undefined;
  autoFocus?: boolean | undefined;
  slot?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-expanded'?: boolean | undefined;
  'aria-pressed'?: boolean | undefined;
  'aria-current'?: 'page' | 'true' | undefined;
  'aria-describedby'?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

export function Button(props: ButtonProps) {
  const { variant = 'primary', size = 'md', wide, className, ...rest } = props;
  return <PlainButton {...rest} className={cx(base, sizes[size], wide && 'w-full', className)} variant={variant} />;
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'wide' | 'icon'> {
  /** The name of the act: announced, and shown as a tooltip. */
  label: string;
  icon: ReactNode;
}

export function IconButton({ label, icon, variant = 'ghost', size = 'md', className, ...rest }: IconButtonProps) {
  return (
    <PlainButton
      {...rest}
      aria-label={label}
      tooltip={label}
      className={cx(base, iconSizes[size], className)}
      variant={variant}
    >
      {icon}
    </PlainButton>
  );
}

interface PlainButtonProps extends Omit<ButtonProps, 'size' | 'wide' | 'variant'> {
  variant: ButtonVariant;
  tooltip?: string | undefined;
}

function PlainButton({ tooltip, ...props }: PlainButtonProps) {
  const bubble = props.disabledReason ?? tooltip;
  return bubble === undefined ? <BareButton {...props} /> : <ExplainedButton {...props} bubble={bubble} />;
}

type BareButtonProps = Omit<PlainButtonProps, 'tooltip'>;

/** With a bubble: its reason for being blocked, or its name. */
function ExplainedButton({ bubble, ...props }: BareButtonProps & { bubble: string }) {
  const { disabledReason } = props;
  const reasonId = useId();
  const [reasonOpen, setReasonOpen] = useState(false);
  const blocked = disabledReason !== undefined;
  const { ref, handlers, describedBy, tooltip } = useTooltip(props.ref, {
    delay: blocked ? 100 : 600,
    closeDelay: 100,
    ...(blocked ? { isOpen: reasonOpen, onOpenChange: setReasonOpen, shouldCloseOnPress: false } : {}),
  });
  const described = [props['aria-describedby'], blocked ? reasonId : describedBy].filter(Boolean).join(' ');
  return (
    <>
      <BareButton
        {...props}
        ref={ref}
        handlers={handlers}
        onPress={blocked ? () => setReasonOpen(true) : props.onPress}
        aria-describedby={described || undefined}
      />
      <TooltipBubble tooltip={tooltip}>{bubble}</TooltipBubble>
      {blocked && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  );
}

function BareButton({ handlers, ...props }: BareButtonProps & { handlers?: Partial<AriaButtonProps> }) {
  const { children, icon, onPress, type, pending, pendingLabel, disabled, disabledReason } = props;
  const { className, variant, ...rest } = props;
  const { form, autoFocus, slot, ref } = rest;
  const blocked = disabledReason !== undefined;
  return (
    <AriaButton
      {...handlers}
      {...(ref ? { ref } : {})}
      {...(slot ? { slot } : {})}
      {...(form ? { form } : {})}
      {...(rest['aria-label'] ? { 'aria-label': rest['aria-label'] } : {})}
      {...(rest['aria-expanded'] !== undefined ? { 'aria-expanded': rest['aria-expanded'] } : {})}
      {...(rest['aria-pressed'] !== undefined ? { 'aria-pressed': rest['aria-pressed'] } : {})}
      {...(rest['aria-current'] ? { 'aria-current': rest['aria-current'] } : {})}
      {...(rest['aria-describedby'] ? { 'aria-describedby': rest['aria-describedby'] } : {})}
      {...(blocked ? { 'aria-disabled': true } : {})}
      // A blocked submit button must not submit: it becomes an ordinary button that only explains itself.
      type={blocked ? 'button' : (type ?? 'button')}
      autoFocus={autoFocus ?? false}
      isDisabled={disabled ?? false}
      isPending={pending ?? false}
      onPress={() => onPress?.()}
      className={cx(className, (blocked || disabled ? unavailable : variants)[variant])}
    >
      {pending && pendingLabel ? (
        <>
          <Loader2 aria-hidden className="size-4 animate-spin" />
          {pendingLabel}
        </>
      ) : pending ? (
        <>
          <span className="inline-flex items-center gap-2 opacity-0">
            {icon}
            {children}
          </span>
          <Loader2 aria-hidden className="absolute size-5 animate-spin" />
        </>
      ) : (
        <>
          {icon}
          {children}
        </>
      )}
    </AriaButton>
  );
}

export interface LinkProps {
  href: string;
  children: ReactNode;
  /** `text` sits in a sentence (underlined), `quiet` stands alone, `plain` brings no look of its own. */
  variant?: 'text' | 'quiet' | 'plain' | undefined;
  /** Opens another site in a new tab. */
  external?: boolean | undefined;
  download?: boolean | string | undefined;
  className?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-current'?: 'page' | 'true' | undefined;
  onPress?: (() => void) | undefined;
}

const linkVariants = {
  text: 'rounded-xs font-medium text-brand-ink underline decoration-1 underline-offset-3 hover:decoration-2',
  // The invisible frame makes a lone link as easy to hit as a button.
  quiet:
    'relative rounded-xs font-medium text-brand-ink underline-offset-3 decoration-1 after:absolute after:-inset-x-2 after:-inset-y-2.5 hover:underline',
  plain: '',
};

function linkProps(props: Omit<LinkProps, 'variant' | 'className' | 'children'>) {
  return {
    href: props.href,
    ...(props.external ? { target: '_blank', rel: 'noopener noreferrer' } : {}),
    ...(props.download !== undefined ? { download: props.download } : {}),
    ...(props['aria-label'] ? { 'aria-label': props['aria-label'] } : {}),
    ...(props['aria-current'] ? { 'aria-current': props['aria-current'] } : {}),
    ...(props.onPress ? { onPress: props.onPress } : {}),
  };
}

export function Link({ variant = 'text', className, children, ...props }: LinkProps) {
  return (
    <AriaLink {...linkProps(props)} className={cx('focus-ring', linkVariants[variant], className)}>
      {children}
    </AriaLink>
  );
}

export interface LinkButtonProps extends Omit<LinkProps, 'variant'>, PressableProps {
  icon?: ReactNode | undefined;
}

export function LinkButton(props: LinkButtonProps) {
  const { variant = 'primary', size = 'md', wide, icon, className, children, ...link } = props;
  return (
    <AriaLink {...linkProps(link)} className={cx(base, sizes[size], variants[variant], wide && 'w-full', className)}>
      {icon}
      {children}
    </AriaLink>
  );
}

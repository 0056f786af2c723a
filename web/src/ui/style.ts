// The few class strings that several components share, so that one look stays one look.

type ClassPart = string | false | null | undefined;

export function cx(...parts: ClassPart[]): string {
  return parts.filter(Boolean).join(' ');
}

export type Tone = 'neutral' | 'brand' | 'ok' | 'warn' | 'bad' | 'info';

/** Ground and text of each tone; the pairs are checked by contrast.test.ts. */
export const softTone: Record<Tone, string> = {
  neutral: 'bg-neutral-soft text-neutral-ink',
  brand: 'bg-brand-soft text-brand-soft-ink',
  ok: 'bg-ok-soft text-ok-ink',
  warn: 'bg-warn-soft text-warn-ink',
  bad: 'bg-bad-soft text-bad-ink',
  info: 'bg-info-soft text-info-ink',
};

/** The box of an input, whether it is a real input or a group around segments and buttons. 16 px text keeps phones from zooming in. */
export const controlBox =
  'flex h-11 w-full items-center rounded-md border border-line-strong bg-surface text-base max-sm:text-[1rem] text-ink transition-colors ' +
  'hover:border-sub focus-within:border-focus focus-within:outline-2 focus-within:outline-focus focus-within:-outline-offset-1 ' +
  'group-data-[invalid]/field:border-danger data-[disabled]:border-line data-[disabled]:bg-sunken data-[disabled]:text-sub data-[disabled]:hover:border-line';

export const bareInput =
  'h-full w-full min-w-0 flex-1 bg-transparent px-3.5 outline-none placeholder:text-sub disabled:text-sub';

/** Lists that hang from a field or a button. */
export const popoverBox =
  'rounded-lg border border-line bg-raised text-ink shadow-pop outline-none entering:animate-[pop_.16s_ease-out] exiting:animate-[fade_.1s_reverse]';

export const optionRow =
  'relative flex min-h-10 max-sm:min-h-11 items-center gap-2.5 rounded-sm px-3 py-1.5 text-base outline-none select-none ' +
  'focus:bg-hover pressed:bg-press disabled:text-sub';

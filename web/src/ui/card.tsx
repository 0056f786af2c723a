// The sheet of paper things lie on, the head of a page, and label–value pairs.
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from './button';
import { cx } from './style';

export interface CardProps {
  title?: string | undefined;
  /** Under the title. */
  description?: ReactNode | undefined;
  /** A link, button or badge at the right of the title. */
  action?: ReactNode | undefined;
  children?: ReactNode | undefined;
  footer?: ReactNode | undefined;
  /** No inner margin: for a table or list that reaches the edges. */
  flush?: boolean | undefined;
  className?: string | undefined;
}

export function Card({ title, description, action, children, footer, flush, className }: CardProps) {
  const titleId = useId();
  return (
    <section
      {...(title ? { 'aria-labelledby': titleId } : {})}
      className={cx('flex min-w-0 flex-col rounded-xl border border-line bg-surface shadow-card', className)}
    >
      {(title || action) && (
        <div
          className={cx(
            'flex items-start justify-between gap-3 px-5 pt-5 sm:px-6',
            flush ? 'pb-4' : !children && 'pb-5 sm:pb-6',
          )}
        >
          <div className="min-w-0">
            {title && (
              <h2 id={titleId} className="text-lg font-semibold tracking-tight">
                {title}
              </h2>
            )}
            {description && <p className="mt-0.5 text-sm text-sub">{description}</p>}
          </div>
          {action && <div className="flex min-h-6 flex-none items-center">{action}</div>}
        </div>
      )}
      {children && (
        <div
          className={cx(
            'min-w-0 flex-1',
            !flush && 'px-5 pb-5 sm:px-6 sm:pb-6',
            !flush && (title || action ? 'pt-4' : 'pt-5 sm:pt-6'),
          )}
        >
          {children}
        </div>
      )}
      {footer && <div className="border-t border-line px-5 py-3.5 sm:px-6">{footer}</div>}
    </section>
  );
}

export interface PageHeaderProps {
  title: string;
  description?: ReactNode | undefined;
  /** The page this one belongs to, above the title. */
  back?: { href: string; label: string } | undefined;
  /** The most important one last: a phone stacks them with that one on top. */
  actions?: ReactNode | undefined;
}

export function PageHeader({ title, description, back, actions }: PageHeaderProps) {
  return (
    // Without room beside the title, the buttons stand in a row of their own below it.
    <header className="flex flex-col gap-4 sm:flex-row sm:flex-wrap sm:items-end">
      <div className="min-w-0 sm:flex-1 sm:basis-80">
        {back && (
          <Link
            variant="quiet"
            href={back.href}
            className="mb-2 -ml-1 inline-flex min-h-6 items-center gap-1 text-[.875rem]"
          >
            <ChevronLeft aria-hidden className="size-4" />
            {back.label}
          </Link>
        )}
        <h1 className="text-2xl font-semibold tracking-[-.02em]">{title}</h1>
        {description && <p className="mt-1 text-sub">{description}</p>}
      </div>
      {actions && (
        <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:flex-wrap sm:items-center">{actions}</div>
      )}
    </header>
  );
}

export interface Fact {
  label: string;
  value: ReactNode;
  /** Right-aligned figures of equal width. */
  numeric?: boolean | undefined;
}

export interface FactListProps {
  facts: Fact[];
  /** `rows` draws label left, value right; `grid` label above value in columns. */
  layout?: 'rows' | 'grid' | undefined;
}

export function FactList({ facts, layout = 'rows' }: FactListProps) {
  if (layout === 'grid') {
    return (
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:gap-x-8 lg:grid-cols-3">
        {facts.map((fact) => (
          <div key={fact.label} className="min-w-0">
            <dt className="text-sm text-sub">{fact.label}</dt>
            <dd className={cx('mt-0.5 font-medium', fact.numeric && 'tabular-nums')}>{fact.value}</dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <dl className="divide-y divide-line">
      {facts.map((fact) => (
        <div key={fact.label} className="flex items-baseline justify-between gap-6 py-2.5 first:pt-0 last:pb-0">
          <dt className="min-w-min text-sub">{fact.label}</dt>
          <dd
            className={cx(
              'text-right font-medium',
              // Label and value make room for each other, but not within a word; a figure or a date is read as one.
              fact.numeric ? 'flex-none whitespace-nowrap tabular-nums' : 'max-w-2/3 min-w-min break-words',
            )}
          >
            {fact.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

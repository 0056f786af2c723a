/** Where everything is around a page for people who are signed in, so that nothing moves when the page arrives. */
import type { ReactNode } from 'react';
import { Skeleton } from '../../ui';
import { LogoName } from './Logo';
import { PendingPage } from './PendingPage';

type ShellFrameProps = {
  header: ReactNode;
  menu: ReactNode;
  menuLabel?: string;
  tabs?: ReactNode;
  /** Beside the page. */
  aside?: ReactNode;
  children: ReactNode;
};

export function ShellFrame({ header, menu, menuLabel, tabs, aside, children }: ShellFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      {header}
      <div className="flex flex-1">
        {menu && (
          <nav
            aria-label={menuLabel}
            className="sticky top-[calc(4rem+var(--top-bar,0px))] hidden h-[calc(100dvh-4rem-var(--top-bar,0px))] w-62 flex-none flex-col overflow-y-auto border-r border-line bg-surface p-3 md:flex"
          >
            {menu}
          </nav>
        )}
        <main id="main" tabIndex={-1} className="outline-none min-w-0 flex-1 px-4 py-6 sm:px-6 md:px-8 md:py-8">
          <div className="mx-auto max-w-6xl">{children}</div>
        </main>
        {aside}
      </div>
      {tabs}
    </div>
  );
}

export const headerBox =
  'sticky top-[var(--top-bar,0px)] z-30 flex h-16 flex-none items-center justify-between gap-2 border-b border-line bg-surface px-3 sm:px-5';

/** Before anyone knows who is here. */
export function PendingShell() {
  return (
    <ShellFrame
      header={
        <header className={headerBox}>
          <span className="flex items-center gap-2.5 p-1 max-md:ml-12">
            <LogoName />
          </span>
          <Skeleton round className="mr-12 size-10" />
        </header>
      }
      menu={<Skeleton className="m-3 h-5 w-28" />}
    >
      <PendingPage />
    </ShellFrame>
  );
}

// Views of one thing, side by side. On a narrow screen the row of tabs scrolls.
import { type ReactNode, useEffect, useRef } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';
import { cx } from './style';

export interface TabItem {
  id: string;
  label: string;
  /** A figure after the label, e.g. how many wait. */
  count?: number | undefined;
  content: ReactNode;
  /** Stays, out of sight, while another view is shown: for one in which something was typed. */
  keeps?: boolean | undefined;
}

export interface TabsProps {
  label: string;
  items: TabItem[];
  /** Given together when the page keeps the choice, e.g. in its address. */
  selected?: string | undefined;
  onSelect?: ((id: string) => void) | undefined;
  className?: string | undefined;
}

export function Tabs({ label, items, selected, onSelect, className }: TabsProps) {
  const row = useRef<HTMLDivElement>(null);
  // The one that is open is in sight, however far along the row: an address may have led to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each tab that is chosen.
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]');
    if (row.current && tab) row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
  }, [selected]);
  return (
    <AriaTabs
      {...(selected !== undefined ? { selectedKey: selected } : {})}
      {...(onSelect ? { onSelectionChange: (key) => onSelect(String(key)) } : {})}
      className={cx('flex min-w-0 flex-col', className)}
    >
      <div ref={row} className="relative overflow-x-auto border-b border-line [scrollbar-width:none]">
        <TabList aria-label={label} className="flex w-max gap-7">
          {items.map((item) => (
            <Tab
              key={item.id}
              id={item.id}
              className="focus-ring relative -mb-px flex h-11 cursor-pointer items-center gap-2 rounded-t-sm border-b-2 border-transparent font-medium whitespace-nowrap text-sub transition-colors hover:text-ink focus-visible:outline-offset-[-2px] selected:border-brand selected:text-ink"
            >
              {item.label}
              {item.count !== undefined && (
                <span className="rounded-full bg-neutral-soft px-2 text-xs leading-5 font-semibold text-neutral-ink tabular-nums">
                  {item.count}
                </span>
              )}
            </Tab>
          ))}
        </TabList>
      </div>
      {items.map((item) => (
        <TabPanel
          key={item.id}
          id={item.id}
          shouldForceMount={item.keeps ?? false}
          className={({ isInert }) => cx('focus-ring rounded-sm pt-5', isInert && 'hidden')}
        >
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

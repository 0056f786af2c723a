// A row of a console list in full, over the list: groups of facts, what belongs to them, and what can be done.
import type { ReactNode } from 'react';
import { type Fact, FactList } from './card';
import { Drawer, type DrawerProps } from './overlay';

export interface FactGroup {
  /** Left out where there is only one group. */
  title?: string | undefined;
  facts: Fact[];
}

export interface DetailsDrawerProps extends Omit<DrawerProps, 'side' | 'size'> {
  groups: readonly FactGroup[];
}

export function DetailsDrawer({ groups, children, ...drawer }: DetailsDrawerProps) {
  return (
    <Drawer {...drawer}>
      <div className="flex flex-col gap-7">
        {groups.map(({ title, facts }, index) => (
          <Section key={title ?? index} title={title}>
            <FactList facts={facts} />
          </Section>
        ))}
        {children}
      </div>
    </Drawer>
  );
}

function Section({ title, children }: { title: string | undefined; children: ReactNode }) {
  if (!title) return children;
  return (
    <section aria-label={title}>
      <h3 className="mb-3 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

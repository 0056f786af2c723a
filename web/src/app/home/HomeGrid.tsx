/** The cards of a home in eight columns. Each has its four states of its own; only an outage is the page's. */
import { CatchBoundary } from '@tanstack/react-router';
import { LayoutGrid } from 'lucide-react';
import {
  type CSSProperties,
  createContext,
  memo,
  type ReactNode,
  startTransition,
  use,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { HomeCardProps } from '../../api/home-card';
import { type TextKey, useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Card, cx, EmptyState, ErrorState, Loading, Skeleton, SkeletonList } from '../../ui';
import { type CardSize, type Catalogue, cardsIn, isPageEnabled } from '../catalogue/catalogue';
import { useCatalogue } from '../catalogue/useCatalogue';
import { routeTable } from '../routes';
import { useActor } from '../session/viewer';
import { standing } from './ask-cards';
import type { CardRow, Home } from './cards';
import { useHome } from './useHome';

/** By the room there is, not by the screen: one column, four from 36 rem on, eight from 56 rem on. */
const spans: Record<CardSize, string> = {
  2: '@xl:col-span-2',
  4: '@xl:col-span-4',
  8: '@xl:col-span-4 @4xl:col-span-8',
};

export function HomeGrid({ home }: { home: Home }) {
  const { t } = useText();
  const actor = useActor();
  const catalogue = useCatalogue();
  const asked = cardsIn(catalogue, home.cards);
  const { all, refreshCard, isAsking } = useHome(home, asked, actor);
  // What changes in ten cards at once would hold up whatever is pressed meanwhile: it is drawn in pieces.
  const answer = useDeferredValue(all.data);
  const cards = standing(asked, answer?.failed ?? {});

  if (cards.length === 0)
    return (
      <Card>
        <EmptyState icon={<LayoutGrid />} title={t('home.empty.title')} body={t('home.empty.body')} />
      </Card>
    );
  if (all.isError && !all.data)
    return (
      <Card>
        <ErrorState
          title={t('home.failed')}
          body={errorText(t, all.error)}
          onRetry={() => void all.refetch()}
          retrying={all.isFetching}
        />
      </Card>
    );

  const content = (row: CardRow): ReactNode => {
    if (!answer) return null;
    const failure = answer.failed[row.id];
    const retry = () => void refreshCard(row);
    if (failure) return <FailedCard title={row.title} error={failure} onRetry={retry} retrying={isAsking(row)} />;
    // Each row's fragment and component agree by `cardsAsking` in cards.ts.
    const href = row.href !== null && isOpen(row.href, catalogue) ? row.href : null;
    const props = { data: answer.data, actor, href, refresh: () => refreshCard(row) };
    return (
      <CatchBoundary
        getResetKey={() => all.dataUpdatedAt}
        errorComponent={({ error, reset }) => <FailedCard title={row.title} error={error} onRetry={reset} />}
      >
        <row.Card {...(props as HomeCardProps<never>)} />
      </CatchBoundary>
    );
  };

  return (
    <InTurn isReady={answer !== undefined} since={all.dataUpdatedAt} turns={cards.length}>
      <div className="grid grid-cols-1 gap-5 pb-5 @xl:auto-rows-[4px] @xl:grid-flow-row-dense @xl:grid-cols-4 @xl:gap-y-0 @xl:pb-0 @4xl:grid-cols-8">
        {cards.map((row, place) => (
          <Tile key={row.id} size={row.size} pendingHeight={heightsOf(row).wide}>
            <Turn
              place={place}
              room={<Room {...heightsOf(row)} />}
              pending={<PendingCard title={row.title} pendingHeight={row.pendingHeight} />}
            >
              {content(row)}
            </Turn>
          </Tile>
        ))}
      </div>
    </InTurn>
  );
}

/** How many cards, from the top, wait for their answer in sight, and how many have it. */
const TurnContext = createContext({ waiting: 0, drawn: 0 });

/** What came longer ago than this was there before the page was opened. */
const momentMs = 1_000;
/** Pending cards drawn right away: a phone shows no more of them before someone scrolls. */
const atOnce = 3;

type InTurnProps = { isReady: boolean; since: number; turns: number; children: ReactNode };

/**
 * Lets the first cards be seen, and whatever is pressed be heard, before the last are drawn: one after the other, from the top. A home one
 * comes back to is there at once.
 */
function InTurn({ isReady, since, turns, children }: InTurnProps) {
  const [isBack] = useState(() => isReady && Date.now() - since > momentMs);
  const [waiting, setWaiting] = useState(isBack ? turns : atOnce);
  const [drawn, setDrawn] = useState(isBack ? turns : 0);
  useEffect(() => {
    if (waiting < turns) startTransition(() => setWaiting(waiting + atOnce));
  }, [waiting, turns]);
  useEffect(() => {
    if (isReady && drawn < turns) startTransition(() => setDrawn(drawn + 1));
  }, [isReady, drawn, turns]);
  const turn = useMemo(() => ({ waiting, drawn }), [waiting, drawn]);
  return (
    <TurnContext value={turn}>
      <div className="@container">{children}</div>
    </TurnContext>
  );
}

type TurnProps = { place: number; room: ReactNode; pending: ReactNode; children: ReactNode };

function Turn({ place, room, pending, children }: TurnProps) {
  const { waiting, drawn } = use(TurnContext);
  if (place < drawn) return children;
  return place < waiting ? pending : room;
}

/** The grid's rows are this high; the gap below a card is 20 px, like the one beside it. */
const ROW = 4;
const GAP = 20;
/** What a card takes around what is in it. */
const FRAME = 86;

const rowsFor = (height: number) => Math.ceil((height + GAP) / ROW);

/**
 * Takes as many rows as its card is high, so that a short card leaves no hole beside a long one: first as many as it is expected to need, then
 * as the browser tells once it has laid out the page. Code that asks for the height earlier makes it lay out the page once more.
 */
function Tile({ size, pendingHeight, children }: { size: CardSize; pendingHeight: number; children: ReactNode }) {
  const tile = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const card = tile.current?.firstElementChild;
    if (!card || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) tile.current?.style.setProperty('--rows', String(rowsFor(entry.contentRect.height)));
    });
    observer.observe(card);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={tile}
      className={cx('min-w-0 @xl:[grid-row-end:span_var(--rows)]', spans[size])}
      style={{ '--rows': rowsFor(pendingHeight + FRAME) } as CSSProperties}
    >
      <div>{children}</div>
    </div>
  );
}

function isOpen(path: string, catalogue: Catalogue): boolean {
  const row = routeTable.find((candidate) => candidate.path === path);
  return row?.page !== undefined && (!row.meta.featurePage || isPageEnabled(catalogue, row.meta.featurePage));
}

/** What a row of a waiting list takes, with the space to the next one. */
const PENDING_ROW = 54;

function heightsOf({ pendingHeight }: Pick<CardRow, 'pendingHeight'>) {
  return typeof pendingHeight === 'number' ? { narrow: pendingHeight, wide: pendingHeight } : pendingHeight;
}

/** The sheet that a card is going to be written on. */
function Room({ narrow, wide }: ReturnType<typeof heightsOf>) {
  const heights = { '--narrow': `${narrow + FRAME}px`, '--wide': `${wide + FRAME}px` } as CSSProperties;
  return (
    <div className="grid h-(--narrow) @xl:h-(--wide)" style={heights}>
      <Card />
    </div>
  );
}

const PendingCard = memo(function PendingCard({ title, pendingHeight }: Pick<CardRow, 'title' | 'pendingHeight'>) {
  const { t } = useText();
  const { narrow, wide } = heightsOf({ pendingHeight });
  const rows = Math.floor((Math.min(narrow, wide) + 12) / PENDING_ROW);
  const heights = { '--narrow': `${narrow}px`, '--wide': `${wide}px` } as CSSProperties;
  return (
    <Card title={t(title)}>
      <div className="grid min-h-(--narrow) @xl:min-h-(--wide)" style={heights}>
        {rows > 0 ? (
          <SkeletonList rows={rows} />
        ) : (
          <Loading>
            <Skeleton className="my-1 h-3.5 w-3/5" />
          </Loading>
        )}
      </div>
    </Card>
  );
});

type FailedCardProps = { title: TextKey; error: unknown; onRetry: () => void; retrying?: boolean };

function FailedCard({ title, error, onRetry, retrying = false }: FailedCardProps) {
  const { t } = useText();
  return (
    <Card title={t(title)}>
      <ErrorState title={t('home.cardFailed')} body={errorText(t, error)} onRetry={onRetry} retrying={retrying} />
    </Card>
  );
}

/** The data of all cards of a home by one request, and a way to ask again for one of them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import { useApi } from '../../api/hooks';
import type { ViewMode } from '../session/store';
import type { CardRow } from './cards';
import { askForCards, compose, type HomeAnswer, kinOf, variablesOf } from './compose';

export function useHome(home: ViewMode, cards: readonly CardRow[], actor: Actor) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<ReadonlySet<string>>(new Set());
  const { tenantId, companyId, personId } = actor;
  const queryKey = ['home', home, tenantId, companyId, personId, cards.map(({ id }) => id)];

  const ask = (some: readonly CardRow[], signal?: AbortSignal) => {
    const { document, used } = compose(home, some);
    const variables = Object.entries(variablesOf(home, actor)).filter(([name]) => used.includes(name));
    return api.query(document, Object.fromEntries(variables), signal);
  };

  const all = useQuery({
    queryKey,
    queryFn: ({ signal }) => askForCards(cards, (some) => ask(some, signal)),
    // What was done on another page is to be seen here at once.
    refetchOnMount: 'always',
    enabled: cards.length > 0,
  });

  /** Asks for one card, and those that share its questions; the others stay as they are. */
  const refreshCard = async (card: CardRow) => {
    setAsking((before) => new Set(before).add(card.id));
    try {
      const { data, failed } = await askForCards(kinOf(card, cards), ask);
      queryClient.setQueryData<HomeAnswer>(queryKey, (before) => {
        const { [card.id]: _, ...otherFailures } = before?.failed ?? {};
        return { data: { ...before?.data, ...data }, failed: { ...otherFailures, ...failed } };
      });
    } catch (error) {
      queryClient.setQueryData<HomeAnswer>(queryKey, (before) => ({
        data: before?.data ?? {},
        failed: { ...before?.failed, [card.id]: error as Error },
      }));
    } finally {
      setAsking((before) => new Set([...before].filter((id) => id !== card.id)));
    }
  };

  return { all, refreshCard, isAsking: (card: CardRow) => asking.has(card.id) };
}

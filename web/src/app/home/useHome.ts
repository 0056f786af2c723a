/** The data of all cards of a home by one request, if need be before it is drawn, and a way to ask again for one of them. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import type { Api } from '../../api/client';
import { documentOf } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { cardsIn } from '../catalogue/catalogue';
import { useSession } from '../session/store';
import { actorIn, companyIn } from '../session/viewer';
import type { Visit } from '../visit';
import { askForCards, type HomeAnswer, kinOf, variablesFor } from './ask-cards';
import type { CardRow, Home } from './cards';

/** So long ago, and the guard has not asked for it on the way here. */
const justNowMs = 5_000;

function ask(api: Api, { mode, query }: Home, actor: Actor, cards: readonly CardRow[], signal?: AbortSignal) {
  const document = documentOf<Record<string, unknown>, object>([query.text]);
  return api.query(document, variablesFor(mode, query, actor, cards), signal);
}

const homeOptions = (api: Api, home: Home, cards: readonly CardRow[], actor: Actor) =>
  queryOptions({
    queryKey: ['home', home.mode, actor.tenantId, actor.companyId, actor.personId, cards.map(({ id }) => id)],
    queryFn: ({ signal }) => askForCards(cards, (some) => ask(api, home, actor, some, signal)),
    // What was done on another page is to be seen here at once.
    staleTime: 0,
    refetchOnMount: ({ state }) => (Date.now() - state.dataUpdatedAt > justNowMs ? 'always' : false),
    enabled: cards.length > 0,
  });

/** While the guard opens the page: the answer is on its way while the page is drawn. */
export function askHome(home: Home, { api, queryClient, viewer, catalogue }: Visit) {
  const company = companyIn(viewer, useSession.getState().companyId);
  const cards = cardsIn(catalogue, home.cards);
  if (company && cards.length > 0)
    void queryClient.prefetchQuery(homeOptions(api, home, cards, actorIn(viewer, company)));
}

export function useHome(home: Home, cards: readonly CardRow[], actor: Actor) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<ReadonlySet<string>>(new Set());
  const options = homeOptions(api, home, cards, actor);
  const { queryKey } = options;
  const all = useQuery(options);

  /** Asks for one card, and those that share its questions; the others stay as they are. */
  const refreshCard = async (card: CardRow) => {
    setAsking((before) => new Set(before).add(card.id));
    try {
      const { data, failed } = await askForCards(kinOf(card, cards), (some) => ask(api, home, actor, some));
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

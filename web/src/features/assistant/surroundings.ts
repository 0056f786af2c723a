/** What every part of the window needs: the assistant, and what the app knows about addresses and places. */
import { createContext, use } from 'react';
import type { Assistant, AssistantState } from './assistant';

export type Surroundings = {
  assistant: Assistant;
  /** An address of a page of ours that this person can open; null for any other. */
  openPath: (path: string | null) => string | null;
  stubPath: (paystubId: string) => string;
  timeZone: string;
};

type Inside = Surroundings & {
  /** After a press that takes its own button away. */
  focusInput: () => void;
};

const SurroundingsContext = createContext<Inside | null>(null);

export const SurroundingsProvider = SurroundingsContext.Provider;

export function useSurroundings(): Inside {
  const surroundings = use(SurroundingsContext);
  if (surroundings === null) throw new Error('a part of the assistant needs its window around it');
  return surroundings;
}

export function useAssistant<Part>(select: (state: AssistantState) => Part): Part {
  const { store: useStore } = useSurroundings().assistant;
  return useStore(select);
}

/** Whether a question can be asked now, and if not, what stands in the way. */
export type Readiness = 'ready' | 'busy' | 'connecting' | 'disconnected';

function readiness({ chat, link, isRestoring }: AssistantState): Readiness {
  if (chat.asked) return 'busy';
  if (isRestoring || link === 'connecting') return 'connecting';
  return link === 'disconnected' ? 'disconnected' : 'ready';
}

export const useReadiness = () => useAssistant(readiness);

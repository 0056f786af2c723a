import { useRouterState } from '@tanstack/react-router';

export function useCurrentPath(): string {
  return useRouterState({ select: (state) => state.location.pathname });
}

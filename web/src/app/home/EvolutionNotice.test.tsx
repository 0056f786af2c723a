import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Api } from '../../api/client';
import { definitionsOf, type TadaDocumentNode } from '../../api/graphql';
import { ApiProvider, createQueryClient } from '../../api/hooks';
import { loadTexts, startI18n } from '../../i18n';
import { EvolutionNotice } from './EvolutionNotice';

const query = vi.fn<(document: TadaDocumentNode) => Promise<unknown>>();
const asked = () => query.mock.calls.map(([document]) => /query (\w+)/.exec(definitionsOf(document).join(' '))?.[1]);

beforeAll(async () => {
  await startI18n();
  await loadTexts(['applications']);
});
beforeEach(() => {
  query.mockReset();
});

async function open(evolutionRoles: readonly string[], isDesktopOnly: boolean): Promise<void> {
  query.mockImplementation(async (document) =>
    definitionsOf(document).join(' ').includes('viewer')
      ? { viewer: { tenantId: 'cedar-id', evolutionRoles } }
      : { centralPage: { isDesktopOnly, tiles: [] } },
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ query } as unknown as Api}>
        <Suspense>
          <EvolutionNotice />
          <p>The cards</p>
        </Suspense>
      </ApiProvider>
    </QueryClientProvider>,
  );
  await screen.findByText('The cards');
}

it('people who use Evolution on their computer alone are told that it does not open here', async () => {
  await open(['No Payroll Tile'], true);
  expect(await screen.findByText(/runs on your computer/)).toBeTruthy();
});

it('people with a web role are told nothing', async () => {
  await open(['Evolution Payroll Access'], false);
  await vi.waitFor(() => expect(asked()).toEqual(['Viewer', 'CentralPage']));
  expect(screen.queryByText(/runs on your computer/)).toBeNull();
});

it('no one else is asked about', async () => {
  await open([], false);
  expect(asked()).toEqual(['Viewer']);
});

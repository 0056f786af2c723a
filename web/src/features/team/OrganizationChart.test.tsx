import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Actor } from '../../api/actor';
import type { Api } from '../../api/client';
import { ApiProvider, createQueryClient } from '../../api/hooks';
import { loadTexts, startI18n } from '../../i18n';
import { OrganizationChart } from './OrganizationChart';

const actor: Actor = {
  tenantId: 't1',
  personId: 'marcus',
  companyId: 'c1',
  companyName: 'Cedar Outfitters',
  employeeId: null,
  permissions: [],
  today: '2026-11-16',
  timeZone: 'America/Los_Angeles',
};
const footwear = {
  id: 'o1',
  organizationCode: 'F',
  organizationName: 'Footwear',
  organizationType: 'department',
  parentOrganizationCode: null,
  reports: 3,
};
const query = vi.fn(async () => ({
  teamOrganizations: [footwear],
  listManagersEmployees: { results: [], links: { next: null, previous: null } },
}));

beforeAll(async () => {
  await startI18n();
  await loadTexts(['team']);
});
afterEach(() => vi.restoreAllMocks());

async function openOn(isWide: boolean) {
  const original = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    media === '(width >= 64rem)' ? ({ matches: isWide } as MediaQueryList) : original(media),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ query } as unknown as Api}>
        <OrganizationChart actor={actor} />
      </ApiProvider>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), place: await screen.findByRole('button', { name: /^Footwear/ }) };
}

it('brings the people of a place into sight where they stand below the tree, also the second time', async () => {
  const { user, place } = await openOn(false);
  const broughtIntoSight = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.click(place);
  const heading = screen.getByRole('heading', { name: 'Footwear' });
  expect(document.activeElement).toBe(heading);
  await user.click(place);
  expect(broughtIntoSight.mock.contexts).toEqual([heading, heading]);
});

it('moves nothing where they stand beside it', async () => {
  const { user, place } = await openOn(true);
  const broughtIntoSight = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.click(place);
  expect(document.activeElement).toBe(place);
  expect(broughtIntoSight).not.toHaveBeenCalled();
});

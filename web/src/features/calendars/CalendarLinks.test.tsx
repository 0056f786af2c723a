import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../api/actor';
import type { Api } from '../../api/client';
import { ApiProvider, createQueryClient } from '../../api/hooks';
import { loadTexts, startI18n } from '../../i18n';
import { CalendarLinks } from './CalendarLinks';

const actor: Actor = {
  tenantId: 't1',
  companyId: 'c1',
  companyName: 'Cedar Outfitters',
  personId: 'p1',
  employeeId: 'e1',
  permissions: [],
  today: '2026-11-16',
  timeZone: 'America/Los_Angeles',
};

beforeAll(async () => {
  await startI18n();
  await loadTexts(['calendars']);
});

it('a new link stays to be copied while another one is turned off, and goes with its own', async () => {
  let feeds = [{ id: 'old', kind: 'team', createdAt: '2026-11-01T10:00:00Z' }];
  const query = async () => ({ calendarFeeds: feeds });
  const mutate = async (_: unknown, variables: { id?: string }) => {
    if (variables.id) {
      feeds = feeds.filter(({ id }) => id !== variables.id);
      return { revokeCalendarFeed: { id: variables.id } };
    }
    const feed = { id: 'new', kind: 'holidays', createdAt: '2026-11-16T10:00:00Z' };
    feeds = [...feeds, feed];
    return { openCalendarFeed: { url: 'https://portal.example/calendars/new.ics', feed } };
  };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ query, mutate } as unknown as Api}>
        <CalendarLinks actor={actor} employeeId="e1" />
      </ApiProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Calendar links' }));
  await user.click(screen.getByRole('button', { name: 'Link to holidays' }));
  expect(await screen.findByText(/new\.ics$/)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Turn off: My team' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Turn off: My team' })).toBeNull());
  expect(screen.getByText(/new\.ics$/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Turn off: Company holidays' }));
  await waitFor(() => expect(screen.queryByText(/new\.ics$/)).toBeNull());
});

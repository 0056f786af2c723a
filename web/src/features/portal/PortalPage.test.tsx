import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Api } from '../../api/client';
import { ApiError } from '../../api/error';
import { ApiProvider, createQueryClient } from '../../api/hooks';
import { loadTexts, startI18n } from '../../i18n';
import { PortalPage } from './PortalPage';

const pay = {
  featureId: 'pay',
  featureType: 'page',
  title: 'Pay',
  readOnly: false,
  configuredEnabled: false,
  path: '/pay',
  permissions: ['employee:pay'],
  size: null,
  position: 10,
  version: 3,
};
const flag = (key: string, isOn: boolean) => ({ key, isOn, isOnByDefault: false, isSet: isOn });
const settings = { secondFactor: 'stepUp', flags: [flag('maintenance-mode', false), flag('chatbot', true)] };
const companies = { results: [{ id: 'c1', name: 'Cedar Outfitters' }], links: { next: null, previous: null } };
const inMail = (text: string) => ({
  text,
  subject: 'Cedar Group invites you to Atrium',
  before: ['Hello Ana,'],
  after: ['Bye.'],
});
const invitation = { kind: 'invitation', version: 2, english: inMail('Ask HR.'), spanish: inMail('') };
const query = vi.fn();
const mutate = vi.fn();

beforeAll(async () => {
  await startI18n();
  await loadTexts(['portal', 'console']);
});
beforeEach(() => {
  sessionStorage.clear();
  query.mockReset().mockResolvedValue({
    features: [pay],
    portalSettings: settings,
    listCompanies: companies,
    noticeTexts: [invitation],
  });
  mutate.mockReset().mockResolvedValue({});
});

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ query, mutate } as unknown as Api}>
        <PortalPage tenantId="t1" isTyped={false} links={(companyId) => <p>links of {companyId}</p>} />
      </ApiProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const sent = () => mutate.mock.calls.map(([, variables]) => variables as Record<string, unknown>);

it('closes a page to everyone, with the version that was shown', async () => {
  const user = open();
  await user.click(await screen.findByText('Pay'));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Pay' });
  await user.click(within(dialog).getByRole('button', { name: /Who has it/ }));
  await user.click(await screen.findByRole('option', { name: 'No one' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({
    tenantId: 't1',
    feature: { featureId: 'pay', version: 3, title: 'Pay', readOnly: true, enabled: false },
  });
});

it('asks before it closes the portal, and keeps the question open when that fails', async () => {
  const user = open();
  await user.click(screen.getByRole('tab', { name: 'Settings' }));
  await user.click(await screen.findByRole('button', { name: 'Close the portal' }));
  expect(sent()).toHaveLength(0);
  const question = await screen.findByRole('alertdialog', { name: 'Close the portal for maintenance?' });
  mutate.mockRejectedValueOnce(new ApiError('FORBIDDEN', 'no'));
  await user.click(within(question).getByRole('button', { name: 'Close the portal' }));
  expect(await within(question).findByRole('alert')).toBeTruthy();
  await user.click(within(question).getByRole('button', { name: 'Close the portal' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toEqual({ tenantId: 't1', key: 'maintenance-mode', isOn: true });
});

it('turns a flag off, and gives it its default back', async () => {
  const user = open();
  await user.click(screen.getByRole('tab', { name: 'Settings' }));
  await user.click(await screen.findByRole('switch', { name: /Assistant/ }));
  await user.click(screen.getByRole('button', { name: 'Use default for Assistant' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()).toEqual([
    { tenantId: 't1', key: 'chatbot', isOn: false },
    { tenantId: 't1', key: 'chatbot', isOn: null },
  ]);
});

it('shows the links of the company, and says when settings can’t be loaded', async () => {
  const user = open();
  await user.click(screen.getByRole('tab', { name: 'Links and messages' }));
  expect(await screen.findByText('links of c1')).toBeTruthy();
  query.mockRejectedValue(new ApiError('INTERNAL', 'no'));
  await user.click(screen.getByRole('tab', { name: 'Settings' }));
  expect(await screen.findByText('We couldn’t load the settings')).toBeTruthy();
});

it('changes what a mail adds, and shows it in an example as it is typed', async () => {
  const user = open();
  await user.click(screen.getByRole('tab', { name: 'Email texts' }));
  await user.click(await screen.findByRole('button', { name: 'Edit the text for Invitation' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Text for Invitation' }));
  const field = dialog.getByRole('textbox', { name: /In English emails/ });
  await user.clear(field);
  await user.type(field, 'Call ext. 12.');
  const example = within(dialog.getByRole('region', { name: 'Example in English' }));
  expect(example.getByText('Call ext. 12.')).toBeTruthy();
  mutate.mockRejectedValueOnce(new ApiError('NOTICE_TEXT_TOO_LONG', 'no', { field: 'english' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('This text can have up to 500 characters.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toEqual({ tenantId: 't1', kind: 'invitation', english: 'Call ext. 12.', spanish: '', version: 2 });
});

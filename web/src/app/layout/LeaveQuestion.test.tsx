import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { LeaveQuestion } from './LeaveQuestion';
import { leaveFor } from './leaving';

async function open(isDirty: boolean) {
  const root = createRootRoute({ component: Outlet });
  const form = createRoute({
    getParentRoute: () => root,
    path: '/form',
    component: () => (
      <>
        <h1>Form</h1>
        {isDirty && <LeaveQuestion />}
      </>
    ),
  });
  const home = createRoute({ getParentRoute: () => root, path: '/home', component: () => <h1>Home</h1> });
  const router = createRouter({
    routeTree: root.addChildren([form, home]),
    history: createMemoryHistory({ initialEntries: ['/form'] }),
  });
  render(<RouterProvider router={router as never} />);
  await screen.findByRole('heading', { name: 'Form' });
  // What is blocked settles only when someone has answered.
  return (options: { to: string; replace?: boolean; ignoreBlocker?: boolean }) =>
    act(async () => void router.navigate(options as never));
}

const question = () => screen.queryByRole('alertdialog', { name: 'Discard what you typed?' });

it('asks before another page is opened, and stays or leaves as it is told', async () => {
  const user = userEvent.setup();
  const go = await open(true);
  await go({ to: '/form' });
  expect(question()).toBeNull();
  await go({ to: '/home' });
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(question()).toBeNull());
  expect(screen.getByRole('heading', { name: 'Form' })).toBeTruthy();
  await go({ to: '/home' });
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeTruthy();
});

it('asks nobody while nothing was typed', async () => {
  const go = await open(false);
  await go({ to: '/home' });
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeTruthy();
});

it('does not hold up the app itself, as at the end of a session', async () => {
  const go = await open(true);
  await go({ to: '/home', replace: true });
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeTruthy();
});

it('asks before another company is entered, and enters it when told', async () => {
  const user = userEvent.setup();
  const go = await open(true);
  const enter = vi.fn();
  act(() => leaveFor(enter));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(question()).toBeNull());
  expect(enter).not.toHaveBeenCalled();
  act(() => leaveFor(enter));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(enter).toHaveBeenCalledOnce();
  await go({ to: '/home', ignoreBlocker: true });
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeTruthy();
});

it('enters another company at once where nothing was typed, and after the page with the text is gone', async () => {
  const go = await open(true);
  await go({ to: '/home', replace: true });
  await screen.findByRole('heading', { name: 'Home' });
  const enter = vi.fn();
  leaveFor(enter);
  expect(enter).toHaveBeenCalledOnce();
});

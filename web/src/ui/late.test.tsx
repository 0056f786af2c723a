import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

/** Each test with a page of its own: what has begun to load ahead does not stop. */
let ui: typeof import('./late');
beforeEach(async () => {
  vi.resetModules();
  ui = await import('./late');
});

const panel = { default: () => <p>Panel</p> };

it('loads nothing ahead before the page is calm or a form opens', async () => {
  const [first, second] = [vi.fn(async () => panel), vi.fn(async () => panel)];
  ui.late(first);
  expect(first).not.toHaveBeenCalled();
  ui.preload();
  expect(first).toHaveBeenCalledTimes(1);
  ui.late(second);
  expect(second).toHaveBeenCalledTimes(1);
});

it('tries again what could not be loaded ahead', async () => {
  const load = vi.fn(async () => panel);
  load.mockRejectedValueOnce(new TypeError('offline'));
  ui.late(load);
  ui.preload();
  await act(async () => undefined);
  ui.preload();
  expect(load).toHaveBeenCalledTimes(2);
});

it('a part that does not arrive leaves the rest of the page alone, says so, and comes when it is needed again', async () => {
  const load = vi.fn(async () => panel);
  load.mockRejectedValueOnce(new TypeError('gone'));
  const Panel = ui.late(load);
  const onMissing = vi.fn();
  const page = (isOpen: boolean) => (
    <>
      <input aria-label="Notes" defaultValue="typed" />
      {isOpen && <Panel onMissing={onMissing} />}
    </>
  );
  const { rerender } = render(page(true));
  await act(async () => undefined);
  expect(onMissing).toHaveBeenCalledTimes(1);
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('typed');
  rerender(page(false));
  rerender(page(true));
  expect(await screen.findByText('Panel')).toBeTruthy();
  expect(onMissing).toHaveBeenCalledTimes(1);
});

it('a part that crashes leaves the rest of the page alone', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Panel = ui.late(async () => ({
    default: (): never => {
      throw new Error('a fault in the panel');
    },
  }));
  const onMissing = vi.fn();
  render(
    <>
      <p>Page</p>
      <Panel onMissing={onMissing} />
    </>,
  );
  await act(async () => undefined);
  expect(screen.getByText('Page')).toBeTruthy();
  expect(onMissing).toHaveBeenCalledTimes(1);
});

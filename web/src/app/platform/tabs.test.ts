import { describe, expect, it } from 'vitest';
import { standBelowTabs, tabsRewrite } from './tabs';

const rewrite = tabsRewrite('/tabs', (path) => path.startsWith('/employee'));
const at = (path: string) => new URL(path, 'http://atrium.test');

describe('on the native app', () => {
  it.each([
    ['/employee/home', '/tabs/employee/home'],
    ['/employee/home?from=mail#top', '/tabs/employee/home?from=mail#top'],
    ['/signin', '/signin'],
    ['/tabsy', '/tabsy'],
  ])('the page %s has the address %s, and is found there', (page, address) => {
    expect(rewrite.output({ url: at(page) }).href).toBe(at(address).href);
    expect(rewrite.input({ url: at(address) }).href).toBe(at(page).href);
  });

  it('an address outside the tabs still finds its page', () => {
    expect(rewrite.input({ url: at('/employee/home') }).pathname).toBe('/employee/home');
  });

  it('the bare tabs root is the empty path', () => {
    expect(rewrite.input({ url: at('/tabs') }).pathname).toBe('/');
  });

  it.each([
    ['/employee/home?from=mail#top', '/tabs/employee/home?from=mail#top'],
    ['/tabs/employee/home', '/tabs/employee/home'],
    ['/signin?again', '/signin?again'],
    ['/tabs/signin', '/signin'],
  ])('somebody who comes by %s stands at %s, with one step behind them as before', (typed, address) => {
    history.replaceState(null, '', typed);
    const steps = history.length;
    standBelowTabs(rewrite);
    expect(location.href).toBe(new URL(address, location.origin).href);
    expect(history.length).toBe(steps);
  });
});

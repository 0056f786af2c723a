import { expect, it } from 'vitest';
import { routeTable } from '../routes';
import { pageAt } from './page-at';

it.each([
  ['/pay', '/pay'],
  ['/pay/paystub/8a2b', '/pay/paystub/$id'],
  ['/time?from=chat#top', '/time'],
])('%s is the page %s', (address, path) => expect(pageAt(routeTable, address)?.path).toBe(path));

it.each(['/v1/anything', '/graphql', '/pay/paystub/8a2b/more', '/', ''])('%j is no page', (address) => {
  expect(pageAt(routeTable, address)).toBeNull();
});

import { expect, test } from '@jest/globals';
import { bytesOf, smallAccount } from '../testing/account-replies.ts';
import { fixturesOf, testChain } from '../testing/test-chain.ts';
import { sysvarIds } from './program-ids.ts';

test('a price account that was put does not change until DELETE', () => {
  const { chain, ask, control, pass } = testChain();
  const { priceAccounts } = chain.page() as { readonly priceAccounts: Record<string, { readonly address: string }> };
  const address = priceAccounts['BTC']?.address ?? '';
  const read = (): unknown => ask('node-a', 'getAccountInfo', address, { encoding: 'base64' });
  const { value } = (read() as { readonly result: { readonly value: object } }).result;
  expect(control('PUT', `/accounts/${address}`, value).status).toBe(200);
  pass(60_000);
  expect(read()).toMatchObject({ result: { value: { data: (value as { data: unknown }).data } } });
  expect(control('DELETE', `/accounts/${address}`).status).toBe(204);
  expect(read()).not.toMatchObject({ result: { value: { data: (value as { data: unknown }).data } } });
});

test('a Clock account that was put does not change until DELETE', () => {
  const { ask, control, pass } = testChain();
  const set = { ...smallAccount, owner: sysvarIds.owner, data: [Buffer.alloc(40, 7).toString('base64'), 'base64'] };
  const read = (): string | undefined =>
    bytesOf(ask('node-a', 'getAccountInfo', sysvarIds.clock, { encoding: 'base64' }));
  control('PUT', `/accounts/${sysvarIds.clock}`, set);
  pass(10_000);
  expect(read()).toBe(set.data[0]);
  control('DELETE', `/accounts/${sysvarIds.clock}`);
  expect(read()).not.toBe(set.data[0]);
});

test('DELETE restores a fixture, and an account with 0 lamports does not exist', () => {
  const { chain, ask, control } = testChain();
  const address = fixturesOf(chain).pools['cpmm']?.address ?? '';
  const read = (): string | undefined => bytesOf(ask('node-a', 'getAccountInfo', address, { encoding: 'base64' }));
  const before = read();
  control('PUT', `/accounts/${address}`, { ...smallAccount, lamports: 0 });
  expect(read()).toBeUndefined();
  control('DELETE', `/accounts/${address}`);
  expect(read()).toBe(before);
});

test.each([
  [{}, 'lamports'],
  [{ ...smallAccount, lamports: -1 }, 'lamports must be'],
  [{ ...smallAccount, lamports: 1.5 }, 'lamports must be'],
  [{ ...smallAccount, lamports: '18446744073709551616' }, 'lamports must be'],
  [{ ...smallAccount, data: 'AQID' }, 'data must be'],
  [{ ...smallAccount, data: ['AQI', 'base64'] }, 'data must be'],
  [{ ...smallAccount, data: ['AQID', 'base58'] }, 'data must be'],
  [{ ...smallAccount, owner: 'nobody' }, 'owner must be'],
  [{ ...smallAccount, executable: 1 }, 'executable must be'],
  [[], 'the body must be the "account" object'],
])('an account %j is refused: %s', (body, message) => {
  const { chain, control } = testChain();
  const address = fixturesOf(chain).accounts['unfunded'] as string;
  expect(control('PUT', `/accounts/${address}`, body)).toEqual({
    status: 400,
    body: { error: expect.stringContaining(message) },
  });
  expect(control('PUT', '/accounts/nowhere', smallAccount).status).toBe(400);
});

import { expect, test } from '@jest/globals';
import { tokensWithPriceAccount } from '@assay/catalog/tables/price-accounts';
import { pythFeeds } from '@assay/providers/providers/pyth/assets';
import { maxAccountAgeSeconds, priceAccounts } from './pyth-accounts.ts';

const addressesOf = (token: string, withStrangers = false): readonly string[] =>
  priceAccounts(withStrangers)(token).map(({ address }) => address);

test('each token has the account of the upgraded program and that of the original one, as they are on the main network', () => {
  expect(addressesOf('SOL')).toEqual([
    '7AviUf9nL62mcxNbQGKm4nKDQnPjswo6c5MX4D57HmyE',
    '7UVimffxr9ow1uXYxsr4LHAcV58mLzhmwaeKvJ1pjLiE',
  ]);
  expect(addressesOf('BTC')).toEqual([
    'APgzQGGdv2qCgBkX6aHVkrGePtBVDDg68GiqaM7rmtf5',
    '4cSM2e6rvbGQUFiJbqytoVMi5GgghSMr8LwVrT9VPSPo',
  ]);
  expect(addressesOf('USDC')).toContain('Dpw1EAVrSB1ibxiDQyTAW6Zip3J4Btk2x4SgApQCeFbX');
});

test('each account is owned by the receiver of its program', () => {
  expect(priceAccounts(false)('ETH').map(({ receiver }) => receiver.slice(0, 4))).toEqual(['rec2', 'rec5']);
});

test('only tokens whose accounts are kept up to date have any: 12 of the 35 feeds', () => {
  const covered = Object.keys(pythFeeds).filter((token) => addressesOf(token).length > 0);
  expect(covered).toEqual([...tokensWithPriceAccount]);
  expect([covered.length, Object.keys(pythFeeds).length]).toEqual([12, 35]);
  for (const token of ['RAY', 'ORCA', 'XRP', 'ADA', 'VLORP']) {
    expect([token, addressesOf(token)]).toEqual([token, []]);
  }
});

test('the accounts that a third party keeps up to date count only for an operator who wants them', () => {
  expect(addressesOf('XRP', true)).toEqual(['53kcCADy3MrxXh5yGgV8W9aV7cHh6of99N6pe6F5ETkm']);
  expect(addressesOf('SOL', true)).toHaveLength(3);
  expect(addressesOf('NEAR', true)).toEqual([]);
});

test('the age limit is above the longest documented and measured time between two updates', () => {
  expect(maxAccountAgeSeconds).toBeGreaterThan(64n);
});

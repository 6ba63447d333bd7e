import { expect, test } from '@jest/globals';
import { appIdOf, normalGame, robloxUniverseOf } from './game-names.ts';

test.each([
  ['cs2', 'Counter-Strike 2', 730, undefined],
  [' 730 ', 'Counter-Strike 2', 730, undefined],
  ['999999999', '999999999', 999_999_999, undefined],
  ['Roblox: 383310974', 'roblox:383310974', undefined, 383_310_974],
  ['roblox:730', 'roblox:730', undefined, 730],
  ['A game nobody made', 'A game nobody made', undefined, undefined],
])('%j is one game of one platform', (text, name, appId, universe) => {
  const normal = normalGame(text) ?? '';
  expect([normal, appIdOf(normal), robloxUniverseOf(normal)]).toEqual([name, appId, universe]);
});

test.each([
  '',
  ' ?! ',
  'x'.repeat(101),
  'roblox:',
  'roblox:adopt me',
  'roblox:0',
  'roblox:1e3',
  'roblox:1234567890123456',
])('%j names no game', (text) => {
  expect(normalGame(text)).toBeUndefined();
});

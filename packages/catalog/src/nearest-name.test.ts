import { expect, test } from '@jest/globals';
import { nearestName } from './nearest-name.ts';

const knownNames = ['type', 'params', 'minLevel', 'condition', 'webhookUrl', 'user_id'];

test.each([
  ['minLevl', 'minLevel'],
  ['minLeevl', 'minLevel'],
  ['min_level', 'minLevel'],
  ['MINLEVEL', 'minLevel'],
  ['userId', 'user_id'],
  ['tpye', 'type'],
  ['typ', 'type'],
  ['parms', 'params'],
  ['webhookURL', 'webhookUrl'],
  ['webhook', 'webhookUrl'],
  ['hook', undefined],
  ['note', undefined],
  ['', undefined],
  ['x'.repeat(10_000), undefined],
])('%p most likely means %p', (callersName, name) => {
  expect(nearestName(callersName, knownNames)).toBe(name);
});

test('the nearest of several similar names is chosen', () => {
  expect(nearestName('mintAuthorit', ['mintA', 'mintAuthority', 'freezeAuthority'])).toBe('mintAuthority');
});

import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import roblox from './provider.ts';

const players = answerOf(roblox, 'game.players');
const adopt = { game: 'roblox:383310974' };

test('an experience is requested by its universe id, and games of Steam are not requested', () => {
  expect(players.request(adopt)).toEqual({ path: '/v1/games?universeIds=383310974' });
  expect(players.request({ game: 'Counter-Strike 2' })).toBeUndefined();
  expect(players.request({ game: '730' })).toBeUndefined();
});

test('an empty list is an unknown experience, and another experience, a bare page or an error is not', () => {
  const read = (status: number, text: string): string => faultOf(players.read(answered(status, text), adopt));
  expect(read(200, '{"data":[]}')).toBe('unknown_entity');
  expect(read(200, '{"data":[{"id":1,"playing":5}]}')).toBe('malformed: the experience is not the requested one');
  expect(read(200, '{"data":[{"id":383310974}]}')).toMatch(/^malformed/);
  expect(read(404, '<html></html>')).toBe('http_error: HTTP 404');
  expect(read(400, '{"errors":[{"code":8,"message":"No universe IDs were specified."}]}')).toBe('http_error: HTTP 400');
});

test('a count that a cache has held for long is stale, and one without a time too', () => {
  const response = answered(200, '{"data":[{"id":383310974,"playing":0}]}');
  expect(faultOf(players.read(response, adopt))).toMatch(/^stale/);
  const old = { ...response, servedAtMs: response.receivedAtMs - 3_600_000 };
  expect(faultOf(players.read(old, adopt))).toMatch(/^stale: a cache/);
  const reading = players.read({ ...response, servedAtMs: response.receivedAtMs }, adopt);
  expect(reading).toMatchObject({ kind: 'datum', data: { game: 'roblox:383310974', appId: 383_310_974, players: 0 } });
});

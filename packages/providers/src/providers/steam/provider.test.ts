import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import steam from './provider.ts';

const players = answerOf(steam, 'game.players');

test('a game is requested by its app id, whether the caller gave a name or a number', () => {
  const path = '/ISteamUserStats/GetNumberOfCurrentPlayers/v1/?appid=730';
  expect(players.request({ game: 'Counter-Strike 2' })).toEqual({ path });
  expect(players.request({ game: '730' })).toEqual({ path });
  expect(players.request({ game: 'A game nobody made' })).toBeUndefined();
});

test('the result in the body marks an unknown app, with either HTTP status', () => {
  const read = (status: number, text: string): string => faultOf(players.read(answered(status, text), { game: '1' }));
  expect(read(404, '{"response":{"result":42}}')).toBe('unknown_entity');
  expect(read(200, '{"response":{"result":42}}')).toBe('unknown_entity');
  expect(read(404, '<html></html>')).toBe('http_error: HTTP 404');
  expect(read(200, '{"response":{"result":2}}')).toBe('http_error: result 2');
  expect(read(200, '{"response":{"result":1}}')).toBe('malformed: no player count');
});

test('zero players is a valid count', () => {
  const response = { ...answered(200, '{"response":{"player_count":0,"result":1}}'), servedAtMs: 0 };
  const reading = players.read(response, { game: '730' });
  expect(reading).toEqual({ kind: 'datum', data: { game: '730', appId: 730, players: 0 }, sourceAtMs: 0 });
});

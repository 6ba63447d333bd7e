import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import steam from './provider.ts';

const players = answerOf(steam, 'game.players');

test('a game is asked for by its app id, whether it was named or numbered', () => {
  const path = '/ISteamUserStats/GetNumberOfCurrentPlayers/v1/?appid=730';
  expect(players.request({ game: 'Counter-Strike 2' }, undefined)).toEqual({ path });
  expect(players.request({ game: '730' }, undefined)).toEqual({ path });
  expect(players.request({ game: 'A game nobody made' }, undefined)).toBeUndefined();
});

test('an unknown app is known by the result in the body, with either HTTP status', () => {
  const read = (status: number, text: string): string => faultOf(players.read(answered(status, text), { game: '1' }));
  expect(read(404, '{"response":{"result":42}}')).toBe('unknown_entity');
  expect(read(200, '{"response":{"result":42}}')).toBe('unknown_entity');
  expect(read(404, '<html></html>')).toBe('http_error: HTTP 404');
  expect(read(200, '{"response":{"result":2}}')).toBe('http_error: result 2');
  expect(read(200, '{"response":{"result":1}}')).toBe('malformed: no player count');
});

test('nobody playing is a count', () => {
  const reading = players.read(answered(200, '{"response":{"player_count":0,"result":1}}'), { game: '730' });
  expect(reading).toEqual({ kind: 'datum', data: { game: '730', appId: 730, players: 0 } });
});

import { expect, test } from '@jest/globals';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import type { ProviderResponse } from '../../define.ts';
import jupiter from './provider.ts';

const token = answerOf(jupiter, 'token.price');

test("a token is requested by its mint, with the operator's key when there is one", () => {
  const path = '/price/v3?ids=So11111111111111111111111111111111111111112';
  expect(token.request({ token: 'SOL' })).toEqual({ path });
  expect(token.request({ token: 'BTC' })).toBeUndefined();
});

test('a mint that is missing from the map, or holds null, is unknown', () => {
  const read = (text: string): string =>
    faultOf(token.read({ ...answered(200, text), slotTime: () => 1 }, { token: 'SOL' }));
  expect(read('{}')).toBe('unknown_entity');
  expect(read('{"So11111111111111111111111111111111111111112":null}')).toBe('unknown_entity');
  expect(read('{"So11111111111111111111111111111111111111112":{"usdPrice":0,"blockId":5}}')).toBe(
    'malformed: no price above zero',
  );
});

const receivedAtMs = 1_767_225_600_000;
const slotTime = (slot: number): number => receivedAtMs + (slot - 348_000_000) * 400;

function solAt(slot: number, dated = true): ProviderResponse {
  const text = `{"So11111111111111111111111111111111111111112":{"usdPrice":147.5,"blockId":${slot}}}`;
  return { ...answered(200, text, receivedAtMs), ...(dated ? { slotTime } : {}) };
}

test('a price has the time of its block by the nodes of the engine, at the latest that of the response', () => {
  const timeAt = (slot: number) => {
    const reading = token.read(solAt(slot), { token: 'SOL' });
    return reading.kind === 'datum' ? reading.sourceAtMs : reading.kind;
  };
  expect([0, 5, -25, -250, 1_000_000].map((slots) => timeAt(348_000_000 + slots))).toEqual([
    receivedAtMs,
    receivedAtMs,
    receivedAtMs - 10_000,
    receivedAtMs - 100_000,
    receivedAtMs + 400_000_000,
  ]);
});

test('a price is stale while no node dates its block', () => {
  expect(faultOf(token.read(solAt(348_000_000, false), { token: 'SOL' }))).toBe(
    'stale: no node dates the block of its price',
  );
});

test('the price of another mint is not the price of the token', () => {
  expect(faultOf(token.read(solAt(348_000_000), { token: 'BONK' }))).toBe('unknown_entity');
});

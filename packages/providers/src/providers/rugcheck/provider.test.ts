import { expect, test } from '@jest/globals';
import { peerFlags } from '../../token-opinion.ts';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import rugcheck from './provider.ts';

const bonk = { address: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263' };
const answer = answerOf(rugcheck, 'chain.token_risk');
const report = (parts: object) =>
  answered(200, JSON.stringify({ mint: bonk.address, score_normalised: 1, risks: [], ...parts }));

test('an empty authority means no, and a named authority means yes', () => {
  const held = report({ token: { mintAuthority: '', freezeAuthority: 'somebody' } });
  expect(answer.read(held, bonk)).toMatchObject({ data: { flags: peerFlags({ mintable: false, freezable: true }) } });
});

test('a field that a report lacks is unknown and never a no', () => {
  expect(answer.read(report({}), bonk)).toMatchObject({ data: { flags: peerFlags({}) } });
  const configured = report({ token_extensions: { transferFeeConfig: {} }, transferFee: { pct: 0 }, token: null });
  expect(answer.read(configured, bonk)).toMatchObject({ data: { flags: peerFlags({}) } });
});

test('a token that is not indexed is unknown, and rate limits and errors differ from it', () => {
  expect(answer.read(answered(400, '{"error":"unable to generate report"}'), bonk).kind).toBe('unknown_entity');
  expect(answer.read(answered(404, '{"error":"not found"}'), bonk).kind).toBe('unknown_entity');
  expect(answer.read(answered(404, '<html></html>'), bonk).kind).toBe('http_error');
  expect(faultOf(answer.read(answered(429, '{"message":"Too many requests"}'), bonk))).toBe('rate_limited: HTTP 429');
  expect(faultOf(answer.read(answered(500, ''), bonk))).toBe('http_error: HTTP 500');
  expect(faultOf(answer.read(answered(200, '<html>'), bonk))).toBe('malformed: not the documented body');
});

test('a report on another token is malformed, and a score that is no number costs only the score', () => {
  expect(faultOf(answer.read(report({ mint: 'another' }), bonk))).toBe('malformed: a report on another token');
  expect(answer.read(report({ score_normalised: 'high' }), bonk)).toMatchObject({ data: { riskScore: null } });
});

test('the request carries the key when there is one', () => {
  expect(answer.request(bonk)).toEqual({ path: `/v1/tokens/${bonk.address}/report` });
});

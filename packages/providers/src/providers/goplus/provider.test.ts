import { expect, test } from '@jest/globals';
import { peerFlags } from '../../token-opinion.ts';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import goplus from './provider.ts';

const bonk = { address: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263' };
const answer = answerOf(goplus, 'chain.token_risk');
const token = (parts: object) =>
  answered(200, JSON.stringify({ code: 1, message: 'OK', result: { [bonk.address]: parts } }));

test('a flag that is missing, empty or of another kind is null', () => {
  const odd = { mintable: { status: '' }, freezable: { status: '7' }, default_account_state: '9' };
  expect(answer.read(token(odd), bonk)).toMatchObject({ data: { flags: peerFlags({}) } });
  expect(answer.read(token({ none_transferable: '1' }), bonk)).toMatchObject({
    data: { flags: peerFlags({ nonTransferable: true }) },
  });
  const fee = { transfer_fee: { current_fee_rate: { fee_rate: 'much' } } };
  expect(answer.read(token(fee), bonk)).toMatchObject({ data: { flags: peerFlags({}) } });
});

test('an error with HTTP 200 is classified by its code', () => {
  expect(answer.read(token({}), bonk).kind).toBe('unknown_entity');
  expect(faultOf(answer.read(answered(200, '{"code":4029}'), bonk))).toBe('rate_limited: code 4029');
  expect(faultOf(answer.read(answered(200, '{"code":5000}'), bonk))).toBe('http_error: code 5000');
  expect(faultOf(answer.read(answered(503, ''), bonk))).toBe('http_error: HTTP 503');
  expect(faultOf(answer.read(answered(200, '<html>'), bonk))).toBe('malformed: not the documented body');
  expect(answer.read(token({ mintable: '1' }), bonk)).toMatchObject({ data: { flags: { mintable: null } } });
});

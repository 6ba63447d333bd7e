import { expect, test } from '@jest/globals';
import { playgroundBody, withoutAnswer } from './playground-body.ts';

test('an error is explained with its code and its message', () => {
  const body = playgroundBody('{"status":"error","code":"MISSING_PARAM","error":"spot.price needs symbol"}');
  expect(withoutAnswer(body)).toEqual({
    title: 'MISSING_PARAM',
    sentences: ['spot.price needs symbol.', 'Nothing was charged.'],
  });
});

test('a refusal is explained with its reason, and says once that it was free', () => {
  const body = playgroundBody(
    '{"status":"refused","code":"NO_QUALIFYING_DELIVERY","error":"no answer reached the required level; nothing was charged","reason":"anchored was required"}',
  );
  expect(withoutAnswer(body)).toEqual({
    title: 'NO_QUALIFYING_DELIVERY',
    sentences: ['no answer reached the required level; nothing was charged.', 'anchored was required.'],
  });
});

test.each(['<html>', 'null', '"text"', ''])('the body %j needs no explanation to be shown', (text) => {
  expect(withoutAnswer(playgroundBody(text))).toEqual({
    title: 'The request was not answered',
    sentences: ['Nothing was charged.'],
  });
});
